"""The texts by which an issue's body is read for an edit, and written.

Validated against GitHub's schema in the tests, as the other queries are. The body goes as a
variable, so that no character of it can mean anything in the query.
"""

import json

from bot.github_status.facts.refs import Ref
from bot.github_status.github.fragments import WHO

EDITS_KNOWN = 30
"""Entries of the edit history that are told apart by their ids: what can fall between two reads."""
EDITS_WITH_TEXT = 10
"""Entries whose text is read: each may be as long as the body."""

EDIT_MUTATION = """mutation EditBody($id: ID!, $body: String!) {
  updateIssue(input: {id: $id, body: $body}) {
    issue { id number repository { nameWithOwner } }
  }
}"""


def text_query(ref: Ref, *, with_texts: bool, with_viewer: bool) -> str:
    """The issue's body and its edit history, named as in a batch of one.

    `with_texts`: with what each of the newest edits left. `with_viewer`: also whose token it is,
    which an App may not ask.
    """
    owner, name = json.dumps(ref.repository.owner), json.dumps(ref.repository.name)
    diff, count = ("diff", EDITS_WITH_TEXT) if with_texts else ("", EDITS_KNOWN)
    return f"""query IssueText {{
  {"viewer { login }" if with_viewer else ""}
  r0: repository(owner: {owner}, name: {name}) {{
    nameWithOwner isPrivate isArchived
    n{ref.number}: issueOrPullRequest(number: {ref.number}) {{
      __typename
      ... on Issue {{
        id number body createdAt locked viewerCanUpdate
        repository {{ nameWithOwner isPrivate isArchived }}
        userContentEdits(first: {count}) {{
          nodes {{ id editedAt editor {WHO} {diff} }}
        }}
      }}
    }}
  }}
}}"""
