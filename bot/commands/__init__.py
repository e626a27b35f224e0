"""One file for each subcommand, and the grammar that leads to them."""
