"""Signs what a GitHub App says of itself, with its private key. Pure.

https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app
"""

from datetime import datetime, timedelta

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from bot.errors import BadCredentials
from bot.github_status.github.answers import KEY_ADVICE
from bot.github_status.github.credentials import AppKey

JWT_BACKDATED = timedelta(seconds=60)
"""GitHub advises it, as clocks differ."""
JWT_LASTS = timedelta(minutes=9)
"""GitHub takes at most ten minutes."""


def signed(app: AppKey, *, now: datetime) -> str:
    """The app's own token (JWT); raises `BadCredentials` when the key is none."""
    claims = {"iat": now - JWT_BACKDATED, "exp": now + JWT_LASTS, "iss": app.app_id}
    return jwt.encode(claims, _private_key(app), algorithm="RS256")


def _private_key(app: AppKey) -> rsa.RSAPrivateKey:
    try:
        key = serialization.load_pem_private_key(app.private_key.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, rsa.RSAPrivateKey):
        raise BadCredentials("The app's private key cannot be read.", advice=KEY_ADVICE)
    return key
