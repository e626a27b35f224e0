"""What is remembered between two runs: payloads, keys and moments, and nothing of GitHub."""
