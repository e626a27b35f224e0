"""Every limit of Slack's that the fake enforces, as one table.

Sources are those of the project's Slack reference (its sections 2, 6, 8 and 9). Where the sources
disagree or are silent, the smaller number stands here and the comment says so: the fake is never
more lenient than Slack. Lengths count code points.
"""

from typing import Final

# Surfaces: https://docs.slack.dev/reference/block-kit/blocks
BLOCKS: Final = {"message": 50, "modal": 100, "home": 100}
ATTACHMENTS: Final = 100

# Ids and texts.
BLOCK_ID: Final = 255
ACTION_ID: Final = 255
TEXT: Final = 3000
FIELD_TEXT: Final = 2000
HEADER_TEXT: Final = 150
LABEL: Final = 2000
HINT: Final = 2000
PLACEHOLDER: Final = 150
URL: Final = 3000
ALT_TEXT: Final = 2000
# https://docs.slack.dev/reference/methods/files.getUploadURLExternal
FILE_ALT_TEXT: Final = 1000
IMAGE_TITLE: Final = 2000
ALERT_TEXT: Final = 200
VIDEO_TITLE: Final = 199
VIDEO_AUTHOR: Final = 49

# How many of a thing.
FIELDS: Final = 10
CONTEXT_ELEMENTS: Final = 10
ACTIONS_ELEMENTS: Final = 25
CONTEXT_ACTIONS_ELEMENTS: Final = 5
OVERFLOW_OPTIONS: Final = 5
SELECT_OPTIONS: Final = 100
OPTION_GROUPS: Final = 100
CHOICE_OPTIONS: Final = 10
FILES: Final = 10
LIST_INDENT: Final = 8

# Elements.
BUTTON_TEXT: Final = 75
BUTTON_VALUE: Final = 2000
ACCESSIBILITY_LABEL: Final = 75
OPTION_TEXT: Final = 75
OPTION_VALUE: Final = 150
OPTION_DESCRIPTION: Final = 75
GROUP_LABEL: Final = 75
CONFIRM_TITLE: Final = 100
CONFIRM_TEXT: Final = 300
CONFIRM_BUTTON: Final = 30
INPUT_LENGTH: Final = 3000

# Tables: https://docs.slack.dev/reference/block-kit/blocks/table-block
TABLE_ROWS: Final = 100
TABLE_CELLS: Final = 20
TABLE_COLUMN_SETTINGS: Final = 20
# Third parties quote it from Slack's page; not verified.
TABLE_CHARACTERS: Final = 10_000
TABLES: Final = 1

# Cumulative over the message: https://docs.slack.dev/reference/block-kit/blocks/markdown-block
MARKDOWN_TEXT: Final = 12_000

# All texts of a message's blocks together. Undocumented; between 12,000 and 13,200 by most reports,
# but one message was refused at 11,341: https://github.com/slackapi/bolt-js/issues/2509
MESSAGE_BLOCKS_TEXT: Final = 11_340

# `text` beside the blocks.
POST_TEXT: Final = 40_000  # cut there, with a warning
UPDATE_TEXT: Final = 4_000
# Documented for chat.update only; postEphemeral knows the error but no page says from where on.
EPHEMERAL_TEXT: Final = 4_000

# Views: https://docs.slack.dev/reference/views
VIEW_TITLE: Final = 24
VIEW_BUTTON: Final = 24
PRIVATE_METADATA: Final = 3000
CALLBACK_ID: Final = 255
EXTERNAL_ID: Final = 255
VIEW_BYTES: Final = 250_000
VIEW_STACK: Final = 3
TRIGGER_SECONDS: Final = 3.0

# Message metadata. Slack has a limit but names no figure; this one is ours.
METADATA_CHARACTERS: Final = 8_000

# https://docs.slack.dev/interactivity/handling-user-interaction
RESPONSE_URL_USES: Final = 5
RESPONSE_URL_SECONDS: Final = 30 * 60

# https://docs.slack.dev/apis/events-api/using-socket-mode
SOCKETS: Final = 10
SOCKET_TICKET_SECONDS: Final = 30.0

# blocks.validate
VALIDATE_CHARACTERS: Final = 100_000

# https://docs.slack.dev/apis/web-api/rate-limits: calls a minute, per method. Method pages call
# chat.postMessage and a few others "special"; posting has its own rule in `rates`.
TIERS: Final = {1: 1, 2: 20, 3: 50, 4: 100}
SPECIAL_PER_MINUTE: Final = 300
POSTS_PER_SECOND_AND_CHANNEL: Final = 1.0
# "Short bursts" have no published size.
POST_BURST: Final = 3
PAGE: Final = 999
