"""Every limit of Slack's that a message or a view can break, and where it comes from.

Slack does not say whether it counts characters as code points or as UTF-16 units, before or after
it escapes `&`, `<` and `>`. We count the most that it could: UTF-16 units, escaped (`measure.py`).
"""

from typing import Final

# https://docs.slack.dev/reference/block-kit/blocks/header-block
HEADER: Final = 150

# https://docs.slack.dev/reference/block-kit/blocks/image-block
ALT_TEXT: Final = 2000

# https://docs.slack.dev/reference/block-kit/composition-objects/text-object
TEXT_OBJECT: Final = 3000

RICH_TEXT: Final = 3000
"""Of one rich_text block. Slack publishes no figure; we stay within that of a section."""

RICH_TEXT_ELEMENTS: Final = 500
"""Words of one rich_text block. Slack publishes no figure; ours, so that no block grows endless."""

# https://docs.slack.dev/reference/block-kit/blocks/context-block
CONTEXT_ELEMENTS: Final = 10

# https://docs.slack.dev/reference/block-kit/block-elements/button-element
BUTTON_LABEL: Final = 75
BUTTON_VALUE: Final = 2000
BUTTON_URL: Final = 3000

# https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element
MENU_OPTIONS: Final = 5

# https://docs.slack.dev/reference/block-kit/composition-objects/option-object
OPTION_LABEL: Final = 75
OPTION_VALUE: Final = 150

BUTTONS_IN_A_ROW: Final = 5
"""Slack takes 25 in one block, and folds those after the fifth away."""

# https://docs.slack.dev/reference/block-kit/blocks
VIEW_BLOCKS: Final = 100
MESSAGE_BLOCKS: Final = 45
"""Slack takes 50; five are left to whoever adds a line to an answer."""

PAGE_ROWS: Final = 40
"""Rows of one page of several; ours, because nobody reads a hundred lines in a channel."""

WHOLE_ROWS: Final = 60
"""Rows that still stand on one page, rather than a few of them on a second."""

MESSAGE_TEXT: Final = 10_000
"""Of all blocks together. Undocumented: `msg_blocks_too_long` was seen from 11,341 characters on,
https://github.com/slackapi/bolt-js/issues/2509 and https://github.com/slackapi/bolt-js/issues/2867
"""

# https://docs.slack.dev/reference/methods/chat.update: more is `msg_too_long`.
NOTIFICATION: Final = 4000

# https://docs.slack.dev/reference/views
VIEW_TITLE: Final = 24
PRIVATE_METADATA: Final = 3000

VIEW_BYTES: Final = 200_000
"""Slack takes 250 KB as JSON (https://docs.slack.dev/reference/methods/views.open); fields that the
caller adds need room."""

LINK: Final = 500
"""An address that is longer stands as words only. Slack publishes no figure for rich text; GitHub's
addresses have about 50 characters."""

LINE: Final = 1500
"""One row. A longer one is shortened and says so; a long title has 256 characters."""

LINE_WITH_MENU: Final = 900
"""One row with a menu. It stands in mrkdwn, where escaping makes three units of some characters, in
a text object."""

SECTION_NAME: Final = 200
"""A section's name where a new page goes on with it."""

TIMESTAMPS: Final = range(0, 10_000_000_000)
"""Moments that Slack draws; any other stands as words."""
