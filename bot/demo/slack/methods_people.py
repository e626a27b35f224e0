"""Methods about people, the bot and the team: `users.*`, `dnd.*`, `bots.*`, `team.*`, `auth.*`."""

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.demo.slack import limits
from bot.demo.slack.call import Call, Method, page
from bot.demo.slack.records import TEAM_DOMAIN, TEAM_ID, User
from bot.demo.slack.refusals import JsonObject, Refused


def user_json(call: Call, user: User) -> JsonObject:
    """The user as the Web API has them: less of the deactivated and of other organisations."""
    body: JsonObject = {
        "id": user.id,
        "team_id": user.team_id,
        "name": user.name,
        "deleted": user.deleted,
        "is_bot": user.is_bot,
        "is_app_user": False,
        "profile": profile_json(call, user),
    }
    if user.deleted:
        return body
    is_foreign = user.team_id != TEAM_ID
    body |= {
        "real_name": user.real_name,
        "is_admin": False,
        "is_owner": False,
        "is_restricted": user.is_restricted or user.is_ultra_restricted,
        "is_ultra_restricted": user.is_ultra_restricted,
        "updated": int(call.world.clock.now()),
    }
    if is_foreign:
        return body | {"is_stranger": call.world.is_stranger(user)}
    offset = datetime.fromtimestamp(call.world.clock.now(), ZoneInfo(user.tz)).utcoffset()
    seconds = 0 if offset is None else int(offset.total_seconds())
    body |= {"tz": user.tz, "tz_label": user.tz, "tz_offset": seconds}
    return body | {"locale": "en-US"} if call.flag("include_locale") else body


def profile_json(call: Call, user: User) -> JsonObject:
    """The profile; the address only with its scope, and never of other organisations."""
    profile: JsonObject = {
        "real_name": user.real_name,
        "real_name_normalized": user.real_name,
        "display_name": user.name,
        "display_name_normalized": user.name,
        "status_text": user.status_text,
        "status_emoji": user.status_emoji,
        "status_expiration": user.status_expiration,
        "team": user.team_id,
    }
    if user.email and "users:read.email" in call.world.app.scopes and user.team_id == TEAM_ID:
        profile["email"] = user.email
    return profile


def users_info(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/users.info"""
    return {"user": user_json(call, call.world.user(call.required("user")))}


def users_list(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/users.list"""
    if "limit" not in call.args:
        raise Refused("limit_required")
    people = call.world.users.values()
    ours = [u for u in people if u.team_id == TEAM_ID or not call.world.is_stranger(u)]
    return page([user_json(call, user) for user in ours], call, "members")


def lookup_by_email(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/users.lookupByEmail"""
    wanted = call.required("email").lower()
    for user in call.world.users.values():
        if user.email.lower() == wanted and not user.deleted and user.team_id == TEAM_ID:
            return {"user": user_json(call, user)}
    raise Refused("users_not_found")


def profile_get(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/users.profile.get"""
    user = call.world.user(call.required("user"))
    return {"profile": profile_json(call, user)}


def get_presence(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/users.getPresence"""
    return {"presence": call.world.user(call.required("user")).presence}


def dnd_info(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/dnd.info"""
    user = call.world.user(call.required("user"))
    body: JsonObject = {
        "dnd_enabled": user.dnd_enabled,
        "next_dnd_start_ts": user.next_dnd_start_at,
        "next_dnd_end_ts": user.next_dnd_end_at,
    }
    if user.snooze_until > call.world.clock.now():
        remaining = int(user.snooze_until - call.world.clock.now())
        body |= {
            "snooze_enabled": True,
            "snooze_endtime": user.snooze_until,
            "snooze_remaining": remaining,
        }
    return body


def auth_test(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/auth.test"""
    app = call.world.app
    return {
        "url": f"https://{TEAM_DOMAIN}.slack.com/",
        "team": "Fake workspace",
        "user": app.name,
        "team_id": TEAM_ID,
        "user_id": app.bot_user_id,
        "bot_id": app.bot_id,
        "is_enterprise_install": False,
    }


def bots_info(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/bots.info"""
    app = call.world.app
    if call.text("bot") not in (None, app.bot_id):
        raise Refused("bot_not_found")
    bot = {
        "id": app.bot_id,
        "deleted": False,
        "name": app.name,
        "app_id": app.id,
        "user_id": app.bot_user_id,
    }
    return {"bot": bot}


def team_info(_call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/team.info"""
    return {"team": {"id": TEAM_ID, "name": "Fake workspace", "domain": TEAM_DOMAIN}}


_READ = "users:read"
METHODS = (
    Method(
        name="users.info",
        answer=users_info,
        args="user include_locale",
        scope=_READ,
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="users.list",
        answer=users_list,
        args="cursor limit include_locale team_id",
        scope=_READ,
        per_minute=limits.TIERS[2],
    ),
    Method(
        name="users.lookupByEmail",
        answer=lookup_by_email,
        args="email",
        scope="users:read.email",
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="users.profile.get",
        answer=profile_get,
        args="user include_labels",
        scope="users.profile:read",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="users.getPresence",
        answer=get_presence,
        args="user",
        scope=_READ,
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="dnd.info",
        answer=dnd_info,
        args="user team_id",
        scope="dnd:read",
        per_minute=limits.TIERS[3],
    ),
    Method(name="auth.test", answer=auth_test, per_minute=limits.SPECIAL_PER_MINUTE),
    Method(
        name="bots.info",
        answer=bots_info,
        args="bot team_id",
        scope=_READ,
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="team.info",
        answer=team_info,
        args="team domain",
        scope="team:read",
        per_minute=limits.TIERS[3],
    ),
)
