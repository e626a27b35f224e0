"""Prints the manifest of the Slack app, also in its form for HTTP mode or another command.

python -m scripts.manifest
python -m scripts.manifest --url https://bot.example.com
python -m scripts.manifest --command /status
"""

import argparse
import sys

from bot.errors import UserError
from bot.manifest import manifest_text


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description="The Slack app's manifest.")
    parser.add_argument("--url", help="for HTTP mode: where Slack reaches the bot (https://…)")
    parser.add_argument("--command", default="/nemorl-status", help="default: /nemorl-status")
    asked = parser.parse_args()
    try:
        sys.stdout.write(manifest_text(command=asked.command, http_url=asked.url))
    except UserError as error:
        parser.error(f"{error} {error.advice}")


if __name__ == "__main__":
    main()
