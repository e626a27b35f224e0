"""House rules of the repository that the true bundled readings are about, as seen from outside."""

from bot.github_status.judge.houses import HouseRules

_TEAMS = (
    "maintainers", "reviewers_algo", "reviewers_async", "reviewers_automodel", "reviewers_ci",
    "reviewers_doc", "reviewers_environments", "reviewers_eval", "reviewers_generation",
    "reviewers_infra", "reviewers_mcore", "reviewers_models", "reviewers_multimodal",
    "reviewers_perf", "reviewers_supervised",
)  # fmt: skip

DEMO_HOUSES = (
    HouseRules(
        name="NVIDIA-NeMo/RL",
        trigger="/ok to test {sha}",
        trigger_by="authors whose pull requests NVIDIA trusts, and the pull request vetters",
        stale_label="Stale",
        stale_close_days=7,
        merge_queue=True,
        code_owner_teams=tuple(f"nvidia-nemo/rl_{team}" for team in _TEAMS),
    ),
)
"""The same stand in nemorl-status.example.toml."""
