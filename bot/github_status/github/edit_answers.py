"""Reads what GitHub answers about an issue's text, and why it refuses an edit. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.errors import WriteRefused
from bot.github_status.facts.edits import Edit, IssueText
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.github.answers import SSO_ADVICE, FieldError
from bot.github_status.github.json_fields import (
    Json,
    Undecodable,
    flag,
    mapping,
    moment,
    nodes,
    or_none,
    required,
    text,
)
from bot.github_status.github.places import ref_of
from bot.github_status.github.timeline import decode_actor

MAY_EDIT_ADVICE = (
    "Whoever edits needs triage rights or more there, and the token *Issues: read and write* (a"
    " classic one the scope `public_repo`, or `repo` where the repository is private)."
)


def decode_text(node: Json, viewer: Any) -> IssueText:
    """The issue's text from its node, and whose token it was read with; raises `Undecodable`."""
    if node.get("__typename") != "Issue":
        raise Undecodable("`__typename` is not Issue")
    history = node.get("userContentEdits")
    return IssueText(
        ref=ref_of(node),
        node_id=required(node, "id", text),
        body=required(node, "body", _every_character),
        created_at=required(node, "createdAt", moment),
        edits=None if history is None else tuple(_edits(mapping(history))),
        is_archived=required(required(node, "repository", mapping), "isArchived", flag),
        is_locked=required(node, "locked", flag),
        may_edit=required(node, "viewerCanUpdate", flag),
        viewer=Login(required(viewer, "login", text)) if isinstance(viewer, Mapping) else None,
    )


def _edits(history: Json) -> Iterable[Edit]:
    for node in nodes(history):
        if node is not None:
            yield Edit(
                id=required(node, "id", text),
                at=required(node, "editedAt", moment),
                by=required(node, "editor", or_none(decode_actor)),
                text=or_none(text)(node.get("diff")),
            )


def _every_character(value: Any) -> str:
    """A text that can be written back as it is."""
    if isinstance(value, str) and text(value) != value:
        raise Undecodable("it has half characters, which could not be written back")
    return text(value)


def not_editable(found: IssueText) -> WriteRefused | None:
    """Why this text cannot be edited, as far as GitHub says beforehand; `None`: it may be."""
    if found.is_archived:
        return _archived(found.ref)
    if not found.may_edit and found.is_locked:
        return _locked(found.ref)
    return None if found.may_edit else _forbidden(found.ref)


def refusal_in(errors: Iterable[FieldError], ref: Ref) -> WriteRefused:
    """Why an edit was refused. GitHub documents neither the types nor the words."""
    for error in errors:
        said = error.message.lower()
        if error.saml:
            return WriteRefused(
                "The organisation wants single sign-on for this token.", advice=SSO_ADVICE
            )
        if "archived" in said:
            return _archived(ref)
        if "locked" in said:
            return _locked(ref)
        if "too long" in said or "maximum is" in said:
            return WriteRefused(
                f"The text of {ref} is longer than GitHub takes.",
                advice="Shorten the issue by hand, and ask again.",
            )
        if error.type == "NOT_FOUND":
            return WriteRefused(f"{ref} is not there any more.", advice="Ask again.")
        if error.type in {"FORBIDDEN", "INSUFFICIENT_SCOPES"} or "permission" in said:
            return _forbidden(ref)
    return WriteRefused(
        f"GitHub refused the edit of {ref} and gave no reason that is known here.",
        advice="Ask again in some minutes; --debug tells what was answered.",
    )


def _archived(ref: Ref) -> WriteRefused:
    return WriteRefused(
        f"{ref.repository} is archived, so nothing in it can be changed.",
        advice="Unarchive the repository, or leave the index as it is.",
    )


def _locked(ref: Ref) -> WriteRefused:
    return WriteRefused(
        f"{ref} is locked, and this credential may not edit it.",
        advice=f"Unlock it, or use a credential with more rights. {MAY_EDIT_ADVICE}",
    )


def _forbidden(ref: Ref) -> WriteRefused:
    return WriteRefused(f"This credential may not edit {ref}.", advice=MAY_EDIT_ADVICE)
