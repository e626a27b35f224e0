"""Where GitHub answers: the REST and GraphQL addresses of github.com or an enterprise server."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.errors import SettingsError

GITHUB_COM = "https://api.github.com"
ENTERPRISE_REST = "/api/v3"


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Two addresses without a trailing slash."""

    rest: str
    graphql: str


def endpoints(api_url: str = GITHUB_COM, graphql_url: str | None = None) -> Endpoints:
    """The addresses for these settings; raises `SettingsError` for what is not http(s).

    On an enterprise server GraphQL is not below the REST address: `https://HOST/api/v3` goes with
    `https://HOST/api/graphql`
    (https://docs.github.com/en/enterprise-server/graphql/guides/forming-calls-with-graphql).
    """
    rest = _checked(api_url, "GitHub's address")
    if graphql_url is not None:
        return Endpoints(rest, _checked(graphql_url, "GitHub's GraphQL address"))
    if rest.endswith(ENTERPRISE_REST):
        return Endpoints(rest, rest.removesuffix("/v3") + "/graphql")
    return Endpoints(rest, rest + "/graphql")


def same_origin(one: str, other: str) -> bool:
    """Scheme, host and port are the same, so a credential for one may go to the other."""
    return _origin(one) == _origin(other)


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    default = {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, parts.hostname, parts.port or default


def _checked(url: str, what: str) -> str:
    """The address as it is used; user names and passwords in it are refused, never repeated."""
    stripped = url.strip().rstrip("/")
    try:
        parts = urlsplit(stripped)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
        parts = urlsplit("")
    if not usable or parts.username is not None or parts.query or parts.fragment:
        raise SettingsError(
            [f"{what} is not an address such as {GITHUB_COM}"],
            advice="Write it with http:// or https://, and without a user name, query or fragment.",
        )
    return stripped
