"""What maintainers run by hand, from the root of the repository; nothing here is installed."""
