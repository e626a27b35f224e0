"""Addresses of github.com and of enterprise servers."""

import pytest

from bot.errors import SettingsError
from bot.github_status.github.endpoints import Endpoints, endpoints, same_origin


@pytest.mark.parametrize(
    ("api_url", "rest", "graphql"),
    [
        ("https://api.github.com", "https://api.github.com", "https://api.github.com/graphql"),
        ("https://api.github.com/", "https://api.github.com", "https://api.github.com/graphql"),
        (
            "https://ghe.acme.dev/api/v3",
            "https://ghe.acme.dev/api/v3",
            "https://ghe.acme.dev/api/graphql",
        ),
        (
            "http://ghe.acme.dev/api/v3//",
            "http://ghe.acme.dev/api/v3",
            "http://ghe.acme.dev/api/graphql",
        ),
        (
            "https://api.acme.ghe.com",
            "https://api.acme.ghe.com",
            "https://api.acme.ghe.com/graphql",
        ),
    ],
    ids=[
        "github.com",
        "trailing slash",
        "enterprise server",
        "plain http and slashes",
        "data residency",
    ],
)
def test_endpoints__known_forms(api_url: str, rest: str, graphql: str) -> None:
    assert endpoints(api_url, None) == Endpoints(rest, graphql)


def test_endpoints__default_is_github_com() -> None:
    assert endpoints() == Endpoints("https://api.github.com", "https://api.github.com/graphql")


def test_endpoints__graphql_address_of_its_own() -> None:
    found = endpoints("https://x.dev/rest/", "https://x.dev/gql/")

    assert found == Endpoints("https://x.dev/rest", "https://x.dev/gql")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.github.com",
        "ftp://x.dev",
        "https://",
        "https://me:secret@x.dev",
        "https://x.dev?a=b",
        "https://[x",
    ],
)
def test_endpoints__refuses_other_addresses_without_repeating_them(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        endpoints(url)

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("https://api.github.com/x", True),
        ("https://api.github.com:443/x", True),
        ("https://API.github.com/x", True),
        ("http://api.github.com/x", False),
        ("https://api.github.com.evil.dev/x", False),
        ("https://evil.dev@api.github.com:8443/", False),
    ],
)
def test_same_origin__scheme_host_and_port(other: str, same: bool) -> None:
    assert same_origin(other, "https://api.github.com") is same
