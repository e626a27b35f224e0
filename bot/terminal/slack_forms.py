"""Every form of message that the bot sends to Slack, made from the bundled readings. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.answers.alert import alert_answer
from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC
from bot.answers.digest import (
    DigestPlan,
    digest_plan,
    digest_preview,
    reading_failed_answer,
    tracker_closed_answer,
)
from bot.answers.home import HomeTracker, home_answers
from bot.answers.note import Findings, note_answer
from bot.answers.own_settings import OwnSettings
from bot.answers.reminder import reminder_answer
from bot.answers.spoken import Frame
from bot.commands import Scene, parse, split
from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot
from bot.doctor import Form
from bot.errors import NoMatch, Unreachable
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.changes import Window, changes_in
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker
from bot.github_status.repair import diff_of, offers_of, proposal_of
from bot.people.people import People
from bot.reminders import AskedTracker, plan_reminders
from bot.render.slack import SlackMessage, home_view, modal, refusal_message, slack_pages
from bot.render.slack.done import done_message
from bot.render.slack.forms import Pick
from bot.render.slack.forms_done import done_view, fault_view
from bot.render.slack.forms_leave import LeaveForm, leave_view, pick_view
from bot.render.slack.forms_link import LinkForm, OwnerRow, SelfLinkForm, link_view, self_link_view
from bot.render.slack.forms_repair import (
    BoxRow,
    ChoiceForm,
    ConfirmForm,
    choice_view,
    confirm_view,
    waiting_view,
)
from bot.render.slack.forms_settings import ChannelPart, DigestLine, SettingsForm, settings_view
from bot.render.slack.forms_subscribe import SubscribeForm, subscribe_view
from bot.schedule import DueSlot, parse_weekly
from bot.terminal.desk import DEMO_ZONE

_NAME: Final = "nemo-rl"
_KEY: Final = "nvidia-nemo/rl#2905"
_SLOT: Final = datetime(2026, 7, 20, 16, 0, tzinfo=UTC)
"""Monday 09:00 there, after a week with much to tell."""
_QUESTIONS: Final = (
    "overview",
    "refit",
    "stale",
    "stale 14d",
    "merged",
    "drift",
    "2467",
    '"Songlin Jiang"',
    "help",
)
_FAULT: Final = Unreachable("GitHub could not be reached.", advice="Ask again in a minute.")


def every_form(*, command: str) -> tuple[Form, ...]:
    """All of them; `command`: the slash command that they name."""
    people = demo_people(_NAME)
    judged = judge_snapshot(
        demo_snapshot(_NAME), rules=Rules(), people=people.for_judge(), now=DEMO_NOW
    )
    return (
        *_answers(judged, people),
        *_digests(judged, people),
        *_unasked(judged, people),
        *_errors(),
        _view("home", _home(judged, people, command)),
        *_modals(judged, people, command),
    )


def _answers(judged: JudgedTracker, people: People) -> Iterator[Form]:
    for question in _QUESTIONS:
        yield from _messages(question, _answer(question, judged, people))


def _answer(question: str, judged: JudgedTracker, people: People) -> Answer:
    scene = Scene(
        tracker=judged, name=_NAME, aliases=(), people=people, asker=None, audience=PUBLIC
    )
    return parse(split(question), trackers=DEMO_TRACKERS).answer(scene)


def _digests(judged: JudgedTracker, people: People) -> Iterator[Form]:
    plan = _plan(people)
    yield from _messages("digest", plan.summary)
    for reply in plan.replies:
        yield from _messages("digest, a reply", reply.answer)
    yield from _messages("digest, preview", digest_preview(plan))
    closed = tracker_closed_answer(judged, audience=PUBLIC, name=_NAME)
    yield from _messages("digest, the tracker was closed", closed)
    unread = reading_failed_answer(judged, _FAULT, audience=PUBLIC, name=_NAME)
    yield from _messages("digest, nothing could be read", unread)


def _plan(people: People) -> DigestPlan:
    schedule = parse_weekly("mon 09:00", DEMO_ZONE)
    start = schedule.week_before(_SLOT)
    changes = changes_in(
        demo_snapshot(_NAME),
        Window(start, _SLOT),
        now=_SLOT,
        baseline=None,
        rules=Rules(),
        people=people.for_judge(),
    )
    return digest_plan(
        changes,
        audience=PUBLIC,
        people=people,
        schedule=schedule,
        due=DueSlot(slot=_SLOT, start=start),
        name=_NAME,
    )


def _unasked(judged: JudgedTracker, people: People) -> Iterator[Form]:
    plan = plan_reminders((AskedTracker(name=_NAME, tracker=judged),), people, at=DEMO_NOW, told={})
    for reminder in plan.reminders:
        answer = reminder_answer(reminder, audience=PUBLIC, people=people)
        yield from _messages("a message to an owner", answer)
    findings = [Findings(name=_NAME, count=judged.counts.drift)]
    note = note_answer((), plan.unreachable, findings, now=DEMO_NOW)
    if note is not None:
        yield from _messages("the weekly note", note)
    yield from _messages("a lost token", alert_answer(_FAULT))


def _errors() -> Iterator[Form]:
    unknown = NoMatch(
        "Nothing is called “refti”.", asked="refti", nearest=("Refit",), advice="Try “refit”."
    )
    yield _message("a fault", refusal_message(_FAULT))
    yield _message("no match", refusal_message(unknown))
    yield _message("done", done_message(("The channel gets a weekly digest.",), change_id=1))


def _home(judged: JudgedTracker, people: People, command: str) -> Any:
    link = next(iter(people.links), None)
    frame = Frame(question="mine")
    shown = HomeTracker(name=_NAME, frame=frame, tracker=judged, mine=None, note=None)
    own = OwnSettings(is_linked=True)
    answers = home_answers([shown], link=link, slack="U0EXAMPLE1", own=own)
    return home_view(answers, command=command)


def _modals(judged: JudgedTracker, people: People, command: str) -> Iterator[Form]:
    trackers = (Pick(_KEY, _NAME),)
    pull = _answer("2467", judged, people)
    yield _view("where it is tracked", modal("Where is it tracked?", pull, command=command))
    subscribe = SubscribeForm(channel="", trackers=trackers, tracker_key=_KEY)
    yield _view("subscribe", subscribe_view(subscribe))
    digest = DigestLine(words="Mondays at 09:00", value=f"C0EXAMPLE1 {_KEY}", is_fixed=False)
    channel = ChannelPart(
        channel="C0EXAMPLE1", trackers=trackers, default_tracker=None, digests=(digest,)
    )
    settings = SettingsForm(
        who="You are Songlin Jiang.",
        is_written_to=True,
        only_changes=False,
        wants_own=False,
        snoozed_until=None,
        channel=channel,
        may_link=True,
    )
    yield _view("settings", settings_view(settings))
    yield _view("own settings", settings_view(replace(settings, channel=None)))
    rows = tuple(OwnerRow(key=f"{n:012}", name=link.name) for n, link in enumerate(people.links))
    form = LinkForm(rows=rows[:10], page=1, pages=1, first=1, owners=len(rows), metadata="1")
    yield _view("link owners", link_view(form))
    names = tuple(Pick(f"{n:012}", link.name) for n, link in enumerate(people.links[:5]))
    yield _view("is this you", self_link_view(SelfLinkForm(names=names, logins=())))
    yield from _repairs(judged)
    yield _view("done", done_view("Settings", ("It is saved.",), change_id=1))
    yield _view("a fault in a modal", fault_view("Settings", _FAULT))


def _repairs(judged: JudgedTracker) -> Iterator[Form]:
    """The modals about drift."""
    leave = LeaveForm(
        about="#2444 delta weight transfer", evidence="It is merged.", metadata="1", why_at_most=500
    )
    yield _view("leave as is", leave_view(leave, title="Leave as is"))
    picks = ((DriftKind.MERGED_UNTICKED, (Pick("1", "#2444"), Pick("2", "#2608"))),)
    yield _view("pick a finding", pick_view(picks, title="Leave as is", metadata="1"))
    offers = offers_of(judged)
    lines = diff_of(proposal_of(judged, offers))
    rows = tuple(
        BoxRow(
            at=offer.box.at,
            label=line.before,
            ref="",
            url="",
            evidence="It is merged.",
            line=line,
            is_sure=True,
        )
        for offer, line in zip(offers, lines, strict=False)
    )
    choice = ChoiceForm(tracker=_NAME, rows=rows, mark="1", metadata="1")
    yield _view("repair, which boxes", choice_view(choice))
    confirm = ConfirmForm(tracker=_NAME, boxes=len(rows), lines=lines, again="drift", metadata="1")
    yield _view("repair, the lines", confirm_view(confirm))
    yield _view("repair, under way", waiting_view("The text is being read again."))


def _messages(name: str, answer: Answer) -> Iterator[Form]:
    for message in slack_pages(answer):
        page = f", page {message.page}" if message.pages > 1 else ""
        yield _message(f"{name}{page}", message)


def _message(name: str, message: SlackMessage) -> Form:
    content = {"text": message.text, "blocks": list(message.blocks)}
    return Form(name=name, kind="message", content=content)


def _view(name: str, view: Any) -> Form:
    return Form(name=name, kind="view", content=view)
