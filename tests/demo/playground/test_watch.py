from bot.demo.playground.watch import Watch
from bot.demo.slack import views
from tests.demo.playground.deaf import deaf_stage, opened, posted


async def test_watch__every_change_is_another_version() -> None:
    stage = deaf_stage()
    watch = Watch(stage)
    slack, cast = stage.slack, stage.cast
    view = opened(stage, cast.owner)
    message = posted(stage, cast.room, "there")
    versions = [watch.version()]

    def again() -> None:
        versions.append(watch.version())

    posted(stage, cast.room, "new", only=cast.guest)
    again()
    slack.world.remove(message)
    again()
    slack.clock.advance(60)
    again()
    view.state["timepicker"]["timepicker"]["selected_time"] = "09:00"
    again()
    views.close_top(slack.world, cast.owner.id)
    again()
    slack.journal.accuse("Something that Slack would refuse.")
    again()
    with slack.journal.busy():
        again()
    again()

    assert versions == sorted(set(versions))
    assert watch.version() == watch.version()
