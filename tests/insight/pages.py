"""Pages of numbers, read as Prometheus reads them."""

from prometheus_client.parser import text_string_to_metric_families

from bot.insight.metrics import PREFIX


def numbers(page: bytes) -> dict[str, float]:
    """Every number of ours: `messages_total{kind="digest",outcome="sent"}` → 1.0."""
    found = {}
    for family in text_string_to_metric_families(page.decode()):
        for sample in family.samples:
            labels = ",".join(f'{k}="{v}"' for k, v in sorted(sample.labels.items()))
            name = sample.name.removeprefix(PREFIX)
            found[f"{name}{{{labels}}}" if labels else name] = sample.value
    return found
