"""The program in a terminal: options, answers on stdout, errors and progress on stderr.

Only `bot.terminal.options` is imported by `--help`; everything heavy waits for a question.
"""
