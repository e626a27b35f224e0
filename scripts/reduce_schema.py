"""Make `schema.graphql`: the part of GitHub's published schema that our queries and the fake use.

    python -m scripts.reduce_schema FULL_SCHEMA PACKAGE_VERSION > schema.graphql

`FULL_SCHEMA` is `schema.graphql` of the npm package `@octokit/graphql-schema`. A type is kept when
it is listed here; a field is kept when its type and those of its arguments are kept. Nothing is
invented, so a query that is valid against the copy is valid against the whole.
"""

import sys
from dataclasses import replace
from pathlib import Path

from graphql import (
    DefinitionNode,
    DocumentNode,
    EnumTypeDefinitionNode,
    FieldDefinitionNode,
    InputObjectTypeDefinitionNode,
    InputValueDefinitionNode,
    InterfaceTypeDefinitionNode,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    ScalarTypeDefinitionNode,
    TypeDefinitionNode,
    TypeNode,
    UnionTypeDefinitionNode,
    parse,
    print_ast,
)

HEADER = """\
# A reduced copy of GitHub's GraphQL schema, made by scripts/reduce_schema.py from
# schema.graphql of the npm package @octokit/graphql-schema {version}. Do not edit by hand.
#
# Its licence:
#
{license}
"""

ROOT_FIELDS = {"id", "repository", "viewer", "rateLimit", "node", "nodes", "search", "updateIssue"}

OBJECTS = {
    "Query", "RateLimit", "Repository", "PageInfo", "Discussion",
    "User", "Bot", "Mannequin", "Organization", "EnterpriseUserAccount", "Team",
    "Issue", "PullRequest", "Label", "LabelConnection", "UserConnection",
    "PullRequestReview", "PullRequestReviewConnection", "PullRequestReviewThread",
    "PullRequestReviewThreadConnection", "ReviewRequest", "ReviewRequestConnection",
    "Commit", "CommitConnection", "GitActor", "PullRequestCommit", "PullRequestCommitConnection",
    "StatusCheckRollup", "StatusCheckRollupContextConnection", "CheckRunStateCount",
    "StatusContextStateCount", "AutoMergeRequest", "MergeQueueEntry",
    "PullRequestTimelineItemsConnection", "IssueComment", "HeadRefForcePushedEvent",
    "ReadyForReviewEvent", "ConvertToDraftEvent", "ReviewRequestedEvent",
    "ReviewRequestRemovedEvent",
    "ReviewDismissedEvent", "CrossReferencedEvent", "ClosedEvent", "ReopenedEvent", "MergedEvent",
    "AddedToMergeQueueEvent", "RemovedFromMergeQueueEvent", "AutoMergeEnabledEvent",
    "AutoMergeDisabledEvent", "LabeledEvent", "UnlabeledEvent", "IssueTimelineItemsConnection",
    "SearchResultItemConnection", "Mutation", "UpdateIssuePayload", "UserContentEdit",
    "UserContentEditConnection",
}  # fmt: skip
ABSTRACT = {
    "Actor", "Node", "IssueOrPullRequest", "RequestedReviewer", "PullRequestTimelineItems",
    "Assignee", "ReferencedSubject", "IssueTimelineItems", "SearchResultItem",
}  # fmt: skip
ENUMS = {
    "PullRequestState", "IssueState", "IssueStateReason", "CommentAuthorAssociation",
    "MergeableState",
    "PullRequestReviewState", "PullRequestReviewDecision", "StatusState", "CheckRunState",
    "PullRequestMergeMethod", "MergeQueueEntryState", "PullRequestTimelineItemsItemType",
    "MergeStateStatus", "IssueTimelineItemsItemType", "SearchType",
}  # fmt: skip
INPUTS = {"UpdateIssueInput"}
SCALARS = {"DateTime", "URI", "GitObjectID", "BigInt", "HTML", "GitTimestamp"}
BUILT_IN = {"Int", "Float", "String", "Boolean", "ID"}
KEPT = OBJECTS | ABSTRACT | ENUMS | INPUTS | SCALARS | BUILT_IN


def bare_name(node: TypeNode) -> str:
    """The name inside lists and non-null marks."""
    while isinstance(node, ListTypeNode | NonNullTypeNode):
        node = node.type
    if not isinstance(node, NamedTypeNode):
        raise TypeError(f"not the name of a type: {node}")
    return str(node.name.value)


def is_kept(field: FieldDefinitionNode, *, root: bool) -> bool:
    """The field's type and those of its required arguments are in the copy."""
    if root and field.name.value not in ROOT_FIELDS:
        return False
    return bare_name(field.type) in KEPT


def reduce_field(field: FieldDefinitionNode) -> FieldDefinitionNode:
    """The field without its description and without arguments of types that are not kept."""
    kept = (a for a in field.arguments or () if bare_name(a.type) in KEPT)
    arguments = tuple(replace(argument, description=None) for argument in kept)
    return replace(field, description=None, arguments=arguments)


def reduce_object(
    node: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode,
) -> TypeDefinitionNode:
    """What can be kept of an object or interface."""
    root = node.name.value in {"Query", "Mutation"}
    fields = tuple(reduce_field(f) for f in node.fields or () if is_kept(f, root=root))
    interfaces = tuple(i for i in node.interfaces or () if i.name.value in KEPT)
    return replace(node, description=None, directives=(), fields=fields, interfaces=interfaces)


def reduce_inputs(node: InputObjectTypeDefinitionNode) -> tuple[InputValueDefinitionNode, ...]:
    """The fields of an input whose types are kept."""
    kept = (field for field in node.fields or () if bare_name(field.type) in KEPT)
    return tuple(replace(field, description=None) for field in kept)


def reduce_definition(node: DefinitionNode) -> TypeDefinitionNode | None:
    """The definition with only what is kept; `None` when it is not kept at all."""
    if not isinstance(node, TypeDefinitionNode) or node.name.value not in KEPT:
        return None
    match node:
        case ObjectTypeDefinitionNode() | InterfaceTypeDefinitionNode():
            return reduce_object(node)
        case UnionTypeDefinitionNode():
            types = tuple(t for t in node.types or () if t.name.value in KEPT)
            return replace(node, description=None, directives=(), types=types)
        case EnumTypeDefinitionNode():
            values = tuple(replace(value, description=None) for value in node.values or ())
            return replace(node, description=None, directives=(), values=values)
        case InputObjectTypeDefinitionNode():
            return replace(node, description=None, directives=(), fields=reduce_inputs(node))
        case ScalarTypeDefinitionNode():
            return replace(node, description=None, directives=())
        case _:
            return None


def reduced(full: str) -> str:
    """The text of the reduced schema."""
    nodes = (reduce_definition(node) for node in parse(full, no_location=True).definitions)
    kept = [node for node in nodes if node is not None]
    kept.sort(key=lambda node: node.name.value)
    return print_ast(DocumentNode(definitions=tuple(kept)))


def main() -> None:
    """Print the reduced schema with its header."""
    source = Path(sys.argv[1])
    notice = (source.parent / "LICENSE.md").read_text(encoding="utf-8").strip()
    commented = "\n".join(f"# {line}".rstrip() for line in notice.splitlines())
    sys.stdout.write(HEADER.format(version=sys.argv[2], license=commented) + "\n")
    sys.stdout.write(reduced(source.read_text(encoding="utf-8")) + "\n")


if __name__ == "__main__":
    main()
