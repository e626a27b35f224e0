"""The shared module that knows the state of a tracker on GitHub; it knows no Slack.

`facts` are the frozen values that everything else speaks in; `index` reads an issue body; `github`
is the only code that asks GitHub; `judge` says what the facts mean; `reader` puts them together.
"""
