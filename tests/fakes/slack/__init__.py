"""What only tests need of the fake workspace: a Bolt app on it, calls without a wire, samples."""
