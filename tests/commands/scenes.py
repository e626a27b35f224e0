"""The scene of NVIDIA-NeMo/RL#2905, as far as names and refs go."""

from collections.abc import Sequence

from bot.answers.audience import TERMINAL, Audience
from bot.commands.command import Scene
from bot.github_status.facts.index import Index, Role, Row, RowRef, Workstream, WorkstreamKind
from bot.github_status.facts.pulls import Item, Login
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import judge_snapshot
from bot.github_status.judge.rules import Rules
from bot.people.people import Link, People, PersonName, SlackId
from tests.builders import NOW, a_pull, a_reading, a_row, a_snapshot, an_actor

HOME = "NVIDIA-NeMo/RL"

CORE = "Core refactor series (blocks the delta and RDMA refit work)"
PUMP = "Train pump (3-PR async-GRPO split-API stack)"

# Path, owners, and (number, author) of each row; a number alone is of the home repository.
OUTLINE: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, str], ...]], ...] = (
    (("Data Plane",), ("Zhiyu Li",), (("2439", "ZhiyuLi-Nvidia"), ("2593", "ZhiyuLi-Nvidia"))),
    (("Data Plane", "Router Replay (R3)"), ("Zeyu Zhou",), (("2590", "zyzhou5"),)),
    (("Data Plane", "FT, Distillation"), ("Pranav Prashant Thombre",), (("2580", "pthombre"),)),
    (("Refit",), ("Songlin Jiang",), ()),
    (("Refit", CORE), ("Songlin Jiang",), (("2466", "saumishr"), ("2467", "saumishr"))),
    (("Refit", "Delta Weight Transfer"), ("Songlin Jiang",), (("2444", "HollowMan6"),)),
    (("Refit", "P2P RDMA based refit"), ("Songlin Jiang",), (("2608", "HollowMan6"),)),
    (("Refit", "NCCL hierarchical API"), ("Youngeun Kwon",), (("2413", "youngeunkwon0405"),)),
    (("AsyncRL",), ("Akash Mehra", "Yuki Huang"), ()),
    (("AsyncRL", PUMP), ("Akash Mehra", "Yuki Huang"), (("2700", "mehraakash"),)),
    (
        ("AsyncRL", "Rollout and per-prompt streaming"),
        ("Akash Mehra", "Yuki Huang"),
        (("2528", "yuki-97"), ("ray-project/enhancements#64", "jhasm")),
    ),
    (("AsyncRL", "Single Controller"), ("Akash Mehra", "Yuki Huang"), (("2819", "yuki-97"),)),
    (
        ("Gym",),
        ("Ananth Subramaniam", "Hemil Desai"),
        (("NVIDIA-NeMo/Gym#1368", "hemildesai"), ("2528", "yuki-97")),
    ),
    (("Generation",), (), (("2930", "RayenTian"),)),
)

LINKS = (
    ("Zhiyu Li", "ZhiyuLi-Nvidia"),
    ("Zeyu Zhou", "zyzhou5"),
    ("Pranav Prashant Thombre", "pthombre"),
    ("Songlin Jiang", "HollowMan6"),
    ("Youngeun Kwon", "youngeunkwon0405"),
    ("Akash Mehra", "mehraakash"),
    ("Yuki Huang", "yuki-97"),
    ("Ananth Subramaniam", "ananthsub"),
    ("Hemil Desai", "hemildesai"),
    ("anwithk", "anwithk"),
    ("Saurabh Mishra", "saumishr"),
    ("Terry Kong", "terrykong"),
    ("Anna Shors", "ashors1"),
    ("Kurt Yang", "babyplutokurt"),
    ("Evelynn-V", "Evelynn-V"),
    ("Santosh Jha", "jhasm"),
    ("Yuchen Zhou", "YoyinZyc"),
)


def nemo_people() -> People:
    """The linked people of the bundled reading, with made-up Slack ids."""
    return People(
        tuple(
            Link(name=PersonName(name), github=Login(login), slack=SlackId(f"U0DEMO{n:02}"))
            for n, (name, login) in enumerate(LINKS, start=1)
        )
    )


def a_scene(
    *workstreams: Workstream,
    items: Sequence[Item] = (),
    people: People | None = None,
    asker: str | None = None,
    aliases: tuple[tuple[str, str], ...] = (),
    audience: Audience = TERMINAL,
) -> Scene:
    """A scene of these workstreams, in the example repository `acme/widgets`."""
    links = people or People()
    snapshot = a_snapshot(*workstreams, items=tuple(items))
    return Scene(
        tracker=judge_snapshot(snapshot, rules=Rules(), people=links.for_judge(), now=NOW),
        name="widgets",
        aliases=aliases,
        people=links,
        asker=None if asker is None else PersonName(asker),
        audience=audience,
    )


def nemo_scene(
    *, asker: str | None = None, aliases: tuple[tuple[str, str], ...] = (), linked: bool = True
) -> Scene:
    """The scene of #2905."""
    people = nemo_people() if linked else People()
    refs = dict(pair for _, _, rows in OUTLINE for pair in rows)
    readings = tuple(
        a_reading(a_pull(ref=_ref(text), author=an_actor(author))) for text, author in refs.items()
    )
    tracker = _ref("2905")
    index = Index(workstreams=_children(()))
    snapshot = a_snapshot(index=index, readings=readings, tracker=tracker)
    return Scene(
        tracker=judge_snapshot(snapshot, rules=Rules(), people=people.for_judge(), now=NOW),
        name="nemo-rl",
        aliases=aliases,
        people=people,
        asker=None if asker is None else PersonName(asker),
        audience=TERMINAL,
    )


def _ref(text: str) -> Ref:
    ref = Ref.parse(text if "#" in text else f"{HOME}#{text}")
    assert ref is not None
    return ref


def _children(above: tuple[str, ...]) -> tuple[Workstream, ...]:
    return tuple(
        Workstream(
            path=path,
            kind=WorkstreamKind.HEADING,
            line=line,
            owners=owners,
            rows=tuple(_row(line * 10 + n, text) for n, (text, _) in enumerate(rows)),
            workstreams=_children(path),
        )
        for line, (path, owners, rows) in enumerate(OUTLINE, start=1)
        if path[:-1] == above
    )


def _row(line: int, text: str) -> Row:
    ref = RowRef(ref=_ref(text), role=Role.PRIMARY, written=text)
    return a_row(None, line=line, refs=(ref,))
