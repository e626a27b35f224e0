import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import NoMatch, SettingsError, UserError
from bot.settings.fields import Settings
from bot.settings.file import LARGEST_BYTES, line_numbers
from bot.settings.loading import load_settings
from bot.settings.trackers import Tracker, tracker_named
from tests.builders import a_ref

GOOD = """\
[[tracker]]
name = "nemo-rl"
issue = "NVIDIA-NeMo/RL#2905"
aliases = ["rl", "nemo"]

[[tracker]]
name = "cleanup"
issue = "https://github.com/NVIDIA-NeMo/RL/issues/2625#issuecomment-1"
[tracker.aliases]
wt = "Weight transfer"

[refresh]
minutes = 5

[stale]
review = 2
calendar = "DE-BY"
bots = ["ci-bot"]

[people]
"Zhiyu Li" = { github = "ZhiyuLi-Nvidia", slack = "U012ABCDEF" }
[people."Ana Souza"]
github = "ana"
calendar = "US"
"""

Write = Callable[[str], Path]


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith(("GITHUB_", "DATABASE_", "NEMORL_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home/.config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home/.data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "nemorl-status.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def _mistakes(config: Path | None = None) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(config)
    assert caught.value.advice
    return "\n".join(caught.value.mistakes)


# --- good ones ---


def test_load_settings__nothing_is_set() -> None:
    settings = load_settings()

    assert settings.tracker == ()
    assert settings.github_token is None
    assert settings.refresh.minutes == 10
    assert settings.github_api_url == "https://api.github.com"
    stale = settings.stale
    assert (stale.approved, stale.review, stale.author) == (1, 3, 5)
    assert (stale.other, stale.draft, stale.calendar) == (10, 15, None)


def test_load_settings__a_whole_file(write: Write) -> None:
    settings = load_settings(write(GOOD))

    first, second = (tracker.tracker for tracker in settings.tracker)
    rl = "NVIDIA-NeMo/RL"
    assert first == Tracker(name="nemo-rl", ref=a_ref(2905, repository=rl), names=("rl", "nemo"))
    assert second.ref == a_ref(2625, repository=rl)
    assert second.workstream_aliases == (("wt", "Weight transfer"),)
    assert settings.refresh.minutes == 5
    assert (settings.stale.review, settings.stale.author) == (2, 5)
    assert settings.stale.bots == ("ci-bot",)
    assert settings.people["Zhiyu Li"].slack == "U012ABCDEF"
    assert settings.people["Ana Souza"].calendar == "US"


def test_load_settings__secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "ghp_hunter2")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///hunter2.db")

    settings = load_settings()

    assert settings.github_token is not None
    assert settings.github_token.get_secret_value() == "ghp_hunter2"
    assert "hunter2" not in repr(settings) + str(settings)


def test_load_settings__the_default_database_is_in_the_users_folder(tmp_path: Path) -> None:
    url = load_settings().database_url.get_secret_value()

    assert url == f"sqlite+aiosqlite:///{tmp_path}/home/.data/nemorl-status/nemorl-status.db"


def test_load_settings__an_app_with_a_key_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_APP_ID", "12")
    monkeypatch.setenv("GITHUB_APP_PRIVATE_KEY", "-----BEGIN KEY-----\\nabc\\n-----END KEY-----")
    monkeypatch.setenv("GITHUB_APP_INSTALLATION_ID", " 34 ")

    settings = load_settings()

    assert settings.github_app_private_key is not None
    assert settings.github_app_private_key.get_secret_value().splitlines()[1] == "abc"
    assert settings.github_app_installation_id == 34


def test_load_settings__empty_variables_are_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        *("GITHUB_TOKEN", "GITHUB_TOKEN_FILE", "GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY"),
        *("GITHUB_APP_INSTALLATION_ID", "GITHUB_API_URL", "GITHUB_GRAPHQL_URL"),
        *("DATABASE_URL", "NEMORL_STATUS_CONFIG"),
    ):
        monkeypatch.setenv(name, "")
    plain = load_settings()

    for name in ("GITHUB_TOKEN", "GITHUB_APP_ID", "GITHUB_APP_INSTALLATION_ID"):
        monkeypatch.setenv(name, "  ")

    assert load_settings() == plain
    assert plain.github_token is None


@pytest.mark.parametrize("name", ["TRACKER", "STALE", "PEOPLE", "REFRESH", "stale"])
def test_load_settings__variables_of_other_programs_do_not_matter(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "yes, very")

    assert load_settings() == load_settings()


# --- where the file is ---


def test_load_settings__the_usual_places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def minutes() -> int:
        return load_settings().refresh.minutes

    user = tmp_path / "home/.config/nemorl-status/nemorl-status.toml"
    user.parent.mkdir(parents=True)
    user.write_text("refresh.minutes = 1")
    assert minutes() == 1
    Path("nemorl-status.toml").write_text("refresh.minutes = 2")
    assert minutes() == 2
    (tmp_path / "named.toml").write_text("refresh.minutes = 3")
    monkeypatch.setenv("NEMORL_STATUS_CONFIG", str(tmp_path / "named.toml"))
    assert minutes() == 3
    (tmp_path / "option.toml").write_text("refresh.minutes = 4")
    assert load_settings(tmp_path / "option.toml").refresh.minutes == 4


def test_load_settings__a_file_that_was_named_and_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "There is no settings file" in _mistakes(tmp_path / "nowhere.toml")

    monkeypatch.setenv("NEMORL_STATUS_CONFIG", str(tmp_path / "elsewhere.toml"))

    assert "elsewhere.toml" in _mistakes()


def test_load_settings__a_file_that_cannot_be_read(tmp_path: Path, write: Write) -> None:
    assert "cannot be read" in _mistakes(tmp_path)
    path = write("")
    path.write_bytes(b'name = "\xff"')
    assert "UTF-8" in _mistakes(path)


def test_load_settings__the_folder_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEMORL_STATUS_CONFIG", "~nobody-of-this-name/x.toml")

    assert "There is no settings file ~nobody-of-this-name/x.toml." in _mistakes()


def test_load_settings__a_file_that_is_too_large(write: Write) -> None:
    head = "refresh.minutes = 5\n#"
    largest = head + "é" * ((LARGEST_BYTES - len(head)) // 2)

    assert load_settings(write(largest)).refresh.minutes == 5
    assert "larger than a settings file may be (1 MB)" in _mistakes(write(largest + "éé"))


# --- mistakes ---


def test_load_settings__every_mistake_at_once_with_its_line(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_APP_ID", "12")
    monkeypatch.setenv("GITHUB_API_URL", "ftp://hunter2.example")
    monkeypatch.setenv("DATABASE_URL", "mysql://hunter2@host/x")
    monkeypatch.setenv("GITHUB_APP_INSTALLATION_ID", "hunter2")
    path = write(
        """\
# comment
[[tracker]]
name = "a"
issue = "acme/widgets#1"

[[tracker]]
name = "A"
issue = "https://github.com/ACME/widgets/issues/1"

[[tracker]]
nmae = "b"
issue = "not an issue"

[stale]
review = 0
autor = 3
draft = "15"
calendar = "Atlantis"
bots = [
  "x",
  7,
]

[people]
"Ana Souza" = { github = "ana" }
"Zoe" = { github = "ANA", slack = "zoe", calender = "US" }

[refresch]
minutes = 10
"""
    )

    said = _mistakes(path)

    name = "nemorl-status.toml"
    assert f"{name}, line 7: two trackers have the name “a”." in said
    assert f"{name}, line 8: two trackers are the issue “acme/widgets#1”." in said
    assert f"{name}, line 10: “tracker.name” is missing." in said
    assert f"{name}, line 11: “tracker.nmae” is not a setting; did you mean “name”?" in said
    assert f"{name}, line 12: “tracker.issue” names no issue" in said
    assert f"{name}, line 15: “stale.review” must be at least 1." in said
    assert f"{name}, line 16: “stale.autor” is not a setting; did you mean “author”?" in said
    assert f"{name}, line 17: “stale.draft” must be a whole number." in said
    assert f"{name}, line 18: “stale.calendar” There is no holiday calendar" in said
    assert f"{name}, line 19: “stale.bots” must be text, in quotes." in said
    assert f"{name}, line 26: The GitHub login “ANA” is both Ana Souza's and Zoe's" in said
    assert f"{name}, line 26: “zoe” of Zoe is not a Slack id" in said
    assert f"{name}, line 26: “people.Zoe.calender” is not a setting" in said
    assert f"{name}, line 28: “refresch” is not a setting; did you mean “refresh”?" in said
    assert "GITHUB_APP_PRIVATE_KEY is missing" in said
    assert "GITHUB_API_URL is no address" in said
    assert "DATABASE_URL names an unknown kind of database" in said
    assert "GITHUB_APP_INSTALLATION_ID must be a whole number" in said
    assert "hunter2" not in said
    assert len(said.splitlines()) == 18


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("[[tracker]\n", "not valid TOML", id="no TOML"),
        pytest.param('\n\na = "\n', "line 3", id="the line of what is no TOML"),
        pytest.param("x = " + "[" * 9_999, "nested too deep", id="nested too deep"),
        pytest.param("a." * 3_000 + "a = 1", "nested too deep", id="a key of many parts"),
        pytest.param(f"[{'a.' * 3_000}a]", "nested too deep", id="a header of many parts"),
        pytest.param("x = " + "[" * 90 + "]" * 90, "nested too deep", id="lists in lists"),
        pytest.param("stale.review = " + "9" * 5_000, "number that is too long", id="digits"),
        pytest.param("stale.review = 0x" + "f" * 5_000, "must be at most", id="hex digits"),
        pytest.param('tracker = "x"', "“tracker” is missing", id="not used"),
        pytest.param('[tracker]\nname = "x"', "[[tracker]]", id="one bracket"),
        pytest.param("stale = 3", "“stale” must be a table", id="a number for a table"),
        pytest.param("people = []", "“people” must be a table", id="a list for people"),
        pytest.param('people.Ana = "ana"', "“people.Ana” must be a table", id="a person"),
        pytest.param("stale.review = true", "must be a whole number", id="a truth value"),
        pytest.param("stale.review = 2.5", "must be a whole number", id="half a day"),
        pytest.param("refresh.minutes = -1", "must be at least 1", id="back in time"),
        pytest.param("refresh.minutes = 99999999", "must be at most", id="never"),
        pytest.param('stale.bots = "x"', "must be a list", id="text for a list"),
        pytest.param('stale.bots = [""]', "must not be empty", id="empty"),
        pytest.param('github_api_url = "x"', "GITHUB_API_URL", id="an environment variable"),
        pytest.param("_env_file = 1", "“_env_file” is not a setting", id="the library's own"),
        pytest.param('people."!" = {}', "is not a name", id="a name without letters"),
        pytest.param('people.A.github = "a/b"', "is not a GitHub login", id="no login"),
    ],
)
def test_load_settings__one_mistake(write: Write, text: str, says: str) -> None:
    if text.startswith("tracker ="):
        says = "write [[tracker]]"

    assert says in _mistakes(write(text))


@pytest.mark.parametrize(
    ("tracker", "says"),
    [
        pytest.param('name = "a/b"\nissue = "a/b#1"', "must be a short name", id="a ref as name"),
        pytest.param('name = ""\nissue = "a/b#1"', "must be a name", id="no name"),
        pytest.param('name = 3\nissue = "a/b#1"', "must be a name", id="a number as name"),
        pytest.param('name = "a"\nissue = 1', "names no issue", id="a number as issue"),
        pytest.param('name = "a"\nissue = "#1"', "names no issue", id="no repository"),
        pytest.param(
            'name = "a"\nissue = "https://github.com/a/b/milestone/1"', "no issue", id="a milestone"
        ),
        pytest.param(
            'name = "a"\nissue = "https://git.acme.example/a/b/issues/1"',
            "not on the GitHub",
            id="another GitHub",
        ),
        pytest.param('name = "a"\nissue = "http://[/a/b/issues/1"', "no issue", id="no address"),
        pytest.param('name = "a"\nissue = "a/b#1"\naliases = "x"', "must be a list", id="alias"),
        pytest.param('name = "a"\nissue = "a/b#1"\naliases = {x = 1}', "a table", id="no name"),
        pytest.param('name = "a"\nissue = "a/b#1"\naliases = ["A"]', "two trackers", id="twice"),
    ],
)
def test_load_settings__a_wrong_tracker(write: Write, tracker: str, says: str) -> None:
    said = _mistakes(write(f"[[tracker]]\n{tracker}\n"))

    assert says in said
    assert "line" in said


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('github_token = "hunter2"', id="a token by its name"),
        pytest.param('[refresh]\napi-key = "hunter2"', id="a key"),
        pytest.param('[slack]\nbotToken = "hunter2"', id="in camel case"),
        pytest.param('password = "hunter2"', id="a password"),
        pytest.param('[stale]\ncalendar = "ghp_hunter2"', id="a classic token by its looks"),
        pytest.param('[stale]\nbots = ["x", "github_pat_hunter2"]', id="in a list"),
        pytest.param('[people.Ana]\nslack = "xoxb-1-hunter2"', id="a Slack token"),
        pytest.param('x = "xapp-hunter2"', id="an app token"),
        pytest.param('x = "-----BEGIN RSA PRIVATE KEY----- hunter2"', id="a private key"),
        pytest.param('"ghs_hunter2" = 1', id="as a key"),
        pytest.param('[people."ghp_hunter2"]\ngithub = "x"', id="as a name"),
        pytest.param('url = "postgresql://bot:hunter2@db/x"', id="a password in an address"),
        pytest.param('[[tracker]]\nname = "a"\nissue = "a/b#1"\ntoken = "hunter2"', id="deeper"),
        pytest.param('url = "postgresql://bot:hun/hunter2@db/x"', id="a password with a slash"),
        pytest.param('url = "postgresql://bot:hun@hunter2@db/x"', id="a password with an at"),
        pytest.param('url = "https://hunter2@git.acme.example"', id="a token in an address"),
        pytest.param('url = "https://git.acme.example/?token=hunter2"', id="in a query"),
        pytest.param(
            'url = "https://git.acme.example/?a=b&access_token=hunter2"', id="later in it"
        ),
        pytest.param(
            f'people.Ana.github = "{"ab12" * 10}"  # hunter2', id="a token without prefix"
        ),
    ],
)
def test_load_settings__a_secret_is_refused_and_not_shown(write: Write, text: str) -> None:
    said = _mistakes(write(text))

    assert "secrets come from the environment" in said
    assert "line" in said
    assert "hunter2" not in said
    assert len([m for m in said.splitlines() if "secrets come" in m]) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("[ghp_hunter2]\n[ghp_hunter2]", "(line 2, column 13)", id="a table twice"),
        pytest.param("ghp_hunter2 = 1\nghp_hunter2 = 2", "(end of document)", id="a key twice"),
        pytest.param("x = {ghp_hunter2 = 1, ghp_hunter2 = 1}", "(line 1,", id="in a line"),
        pytest.param("x = ghp_hunter2", "(line 1, column 5)", id="without quotes"),
    ],
)
def test_load_settings__a_secret_in_what_is_no_toml(write: Write, text: str, says: str) -> None:
    said = _mistakes(write(text))

    assert f"is not valid TOML {says}" in said
    assert "hunter2" not in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param('Ana.github = "hunter2/Ab12Cd34Ef56Gh78"', "“[secret]” of Ana", id="a login"),
        pytest.param('Ana.slack = "hunter2-Ab12Cd34Ef56Gh78"', "“[secret]” of Ana", id="an id"),
        pytest.param(f'Ana.github = "a/{"b" * 90}"', f"“a/{'b' * 37}…” of Ana", id="a long one"),
        pytest.param('Ana.github = "a\\u001b[2Jb"', "“a?[2Jb” of Ana", id="one with an escape"),
        pytest.param('"\\u001b" = {}', "“?” is not a name", id="a name"),
        pytest.param('Ana.github = "an/ana"', "“an/ana” of Ana", id="as it stands"),
    ],
)
def test_load_settings__a_wrong_value_is_shown_with_care(
    write: Write, text: str, says: str
) -> None:
    said = _mistakes(write(f"[people]\n{text}"))

    assert says in said
    assert "hunter2" not in said
    assert "\x1b" not in said


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('[people."Jan Key"]\ngithub = "jan"', id="a person called Key"),
        pytest.param(
            '[[tracker]]\nname = "a"\nissue = "a/b#1"\naliases = { token = "Tokenizer" }',
            id="an alias",
        ),
        pytest.param('stale.exempt_labels = ["monkey", "needs token"]', id="a label"),
    ],
)
def test_load_settings__what_only_sounds_like_a_secret(write: Write, text: str) -> None:
    load_settings(write(text))


@pytest.mark.parametrize("name", ["GITHUB_TOKEN", "GITHUB_APP_PRIVATE_KEY", "DATABASE_URL"])
def test_load_settings__secrets_from_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setenv("GITHUB_APP_ID", "1" if "APP" in name else "")
    path = tmp_path / "secret"
    monkeypatch.setenv(f"{name}_FILE", str(path))
    assert f"{name}_FILE names a file that cannot be read." in _mistakes()
    path.write_text("  \n")
    assert f"{name}_FILE names an empty file." in _mistakes()
    secret = {"DATABASE_URL": "sqlite+aiosqlite:///x.db", "GITHUB_TOKEN": "ghp_1"}
    path.write_text(secret.get(name, "-----BEGIN KEY-----\nabc") + "\n")

    loaded = getattr(load_settings(), name.lower())

    assert loaded.get_secret_value() == secret.get(name, "-----BEGIN KEY-----\nabc")
    monkeypatch.setenv(name, "x")
    assert f"{name} and {name}_FILE are both set: keep one of them." in _mistakes()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_TOKEN", "hunter2 hunter2"),
        ("GITHUB_TOKEN", "hunter2\nX-Evil: 1"),
        ("GITHUB_TOKEN", "hunter2é"),
        ("GITHUB_APP_PRIVATE_KEY", "hunter2"),
        ("GITHUB_API_URL", "https://user:hunter2@api.github.com"),
        ("GITHUB_GRAPHQL_URL", "hunter2"),
        ("DATABASE_URL", "postgresql+psycopg2://u:hunter2@h/d"),
        ("GITHUB_APP_INSTALLATION_ID", "-1"),
    ],
)
def test_load_settings__a_wrong_variable_is_named_and_its_value_is_not(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)

    said = _mistakes()

    assert name in said
    assert "hunter2" not in said


def test_load_settings__a_key_as_long_as_the_file(write: Write) -> None:
    assert len(_mistakes(write(f'"{"a " * 9_999}" = 1'))) < 500


# --- how long it takes ---


def _calls_of_mistakes(config: Path) -> int:
    """Calls of Python functions until the mistakes are known."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        _mistakes(config)
    finally:
        sys.setprofile(before)
    return calls


def _people(count: int) -> str:
    return "".join(f'people.P{n}.github = "p{n}"\n' for n in range(count))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda n: "".join(f"a{k} = 1\n" for k in range(n)), id="wrong keys"),
        pytest.param(
            lambda n: "stale.review = 0\nstale.bots = [\n" + '"x",\n' * n + "]", id="a long list"
        ),
        pytest.param(lambda n: "stale.review = 0\n" + "[[tracker]]\n" * n, id="many trackers"),
        pytest.param(lambda n: _people(n) + 'people.Q.github = "p1"', id="one wrong of many"),
        pytest.param(lambda n: 'people.A.github = "-"\n' + _people(n), id="the first is wrong"),
    ],
)
def test_load_settings__twice_the_file_is_twice_the_work(
    write: Write, text: Callable[[int], str]
) -> None:
    _mistakes(write(text(2)))  # whatever is done once only

    once, twice = (_calls_of_mistakes(write(text(n))) for n in (100, 200))

    assert twice < 2.2 * once


# --- line numbers ---


def test_line_numbers__of_every_form_of_a_key() -> None:
    text = """\
a.b = 1
"q.r" = [
  1, # one
  { c = 2 },
]
s = '''
x = 1
'''

[t]
u = { v = 1 }
[[w]]
[[w.x]]
y = 1
[[w]]
[w.z]
"""

    lines = line_numbers(text)

    assert lines["a",] == lines["a", "b"] == 1
    assert lines["q.r", 1, "c"] == 2
    assert lines["s",] == 6
    assert ("x",) not in lines
    assert (lines["t",], lines["t", "u", "v"]) == (10, 11)
    assert (lines["w", 0], lines["w", 0, "x", 0], lines["w", 0, "x", 0, "y"]) == (12, 13, 14)
    assert (lines["w", 1], lines["w", 1, "z"]) == (15, 16)


def test_line_numbers__brackets_and_quotes_within_text() -> None:
    text = [
        '[a] # [ "',
        'b = """ \\""" [\' ',
        ']""""" # {',
        "c = '''",
        "[\"\\'''''",
        '"d\\"]#" = \'"[\' # {',
        "e = [",
        "  '{', # ]",
        "]",
        "f = 1",
    ]

    lines = line_numbers("\n".join(text))

    found = {keys[-1]: line for keys, line in lines.items()}
    assert found == {"a": 1, "b": 2, "c": 4, 'd"]#': 6, "e": 7, 0: 7, "f": 10}


@given(st.text(alphabet="[]{}=\"'#.\n abé,1"))
def test_load_settings__no_text_raises_anything_else(text: str) -> None:
    path = Path("any.toml")
    path.write_text(text, encoding="utf-8")

    try:
        assert isinstance(load_settings(path), Settings)
    except SettingsError as error:
        assert error.mistakes  # noqa: PT017 -- either is right


# --- names of trackers ---

_ONE = Tracker(name="nemo-rl", ref=a_ref(1), names=("rl",))
_TWO = Tracker(name="other", ref=a_ref(2))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param("nemo-rl", _ONE, id="its name"),
        pytest.param(" NEMO-RL ", _ONE, id="in any case"),
        pytest.param("rl", _ONE, id="another name"),
        pytest.param("Acme/Widgets#2", _TWO, id="its ref"),
        pytest.param("https://github.com/acme/widgets/issues/2", _TWO, id="its address"),
        pytest.param("https://www.github.com/acme/widgets/pull/2/files", _TWO, id="a long one"),
        pytest.param("a/b#3", Tracker(name="a/b#3", ref=a_ref(3, repository="a/b")), id="any ref"),
    ],
)
def test_tracker_named__finds(asked: str, found: Tracker) -> None:
    assert tracker_named(asked, [_ONE, _TWO], api_url="https://api.github.com") == found


def test_tracker_named__no_such_name() -> None:
    with pytest.raises(NoMatch) as caught:
        tracker_named("nemorl", [_ONE, _TWO], api_url="https://api.github.com")

    assert caught.value.nearest == ("nemo-rl",)
    assert "OWNER/REPO#N" in caught.value.advice


def test_tracker_named__an_enterprise_server() -> None:
    address = "https://git.acme.example/acme/widgets/issues/2"

    assert tracker_named(address, [_TWO], api_url="https://git.acme.example/api/v3") == _TWO
    with pytest.raises(UserError, match="not on the GitHub that is asked"):
        tracker_named(address, [_TWO], api_url="https://api.github.com")
