"""`files.*`: uploading in three steps, and what a picture in a message has to be.

https://docs.slack.dev/messaging/working-with-files
"""

from collections.abc import Iterator

from aiohttp import web

from bot.demo.slack import limits
from bot.demo.slack.call import Call, Method
from bot.demo.slack.records import File
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.world import World

_PICTURES = ("png", "jpg", "jpeg", "gif")


def get_upload_url(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/files.getUploadURLExternal"""
    length = call.number("length", 0)
    name = call.required("filename")
    if not length:
        raise Refused("invalid_arguments", messages=("[ERROR] missing required field: length",))
    alt = call.text("alt_txt") or ""
    if len(alt) > limits.FILE_ALT_TEXT:
        raise Refused("invalid_arguments", messages=("[ERROR] alt_txt is too long",))
    file = File(
        id=call.world.ids.new("F"),
        name=name,
        length=length,
        alt_text=alt,
        secret=f"secret-{call.world.ids.number('upload')}",
        unready_for=call.world.unready_pictures,
    )
    call.world.files[file.id] = file
    return {
        "upload_url": f"{call.world.base()}/upload/{file.id}/{file.secret}",
        "file_id": file.id,
    }


def complete_upload(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/files.completeUploadExternal"""
    given = call.json("files")
    if not isinstance(given, list) or not given:
        raise Refused("invalid_arguments", messages=("[ERROR] missing required field: files",))
    files = []
    for entry in given:
        file = call.world.files.get(str(entry.get("id"))) if isinstance(entry, dict) else None
        if file is None or file.content is None:
            raise Refused("file_not_found")
        if file.is_complete:
            raise Refused("file_update_failed")
        file.title, file.is_complete = str(entry.get("title", "")), True
        files.append({"id": file.id, "title": file.title})
    return {"files": files}


async def take_upload(world: World, request: web.Request) -> web.Response:
    """The second step: the bytes, exactly as many as were announced, and no token."""
    file = world.files.get(request.match_info["file"])
    if file is None or file.secret != request.match_info["secret"] or file.content is not None:
        return web.Response(status=404, text="not found")
    body = await request.read()
    if "Authorization" in request.headers or len(body) != file.length:
        return web.Response(status=400, text="bad upload")
    file.content = body
    return web.Response(text=f"OK - {len(body)}")


def check_pictures(world: World, blocks: object) -> None:
    """Refuse blocks that show a file which is none, or which Slack does not know yet."""
    for slack_file in _slack_files(blocks):
        file = world.files.get(str(slack_file.get("id")))
        is_ready = file is not None and file.is_complete and not file.unready_for
        if file is not None and file.is_complete and file.unready_for:
            file.unready_for -= 1
        if file is None or not is_ready or file.name.rpartition(".")[2] not in _PICTURES:
            raise Refused("invalid_blocks", messages=("[ERROR] invalid slack file",))


def _slack_files(value: object) -> Iterator[JsonObject]:
    if isinstance(value, list):
        for entry in value:
            yield from _slack_files(entry)
    elif isinstance(value, dict):
        if isinstance(value.get("slack_file"), dict):
            yield value["slack_file"]
        for entry in value.values():
            yield from _slack_files(entry)


METHODS = (
    Method(
        name="files.getUploadURLExternal",
        answer=get_upload_url,
        args="filename length alt_txt snippet_type",
        scope="files:write",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="files.completeUploadExternal",
        answer=complete_upload,
        args="files channel_id channels thread_ts initial_comment blocks",
        scope="files:write",
        per_minute=limits.TIERS[4],
    ),
)
