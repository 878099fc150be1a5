"""Whether the models are here, seen without loading them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memory.supervisor.endpoints import REPOSITORY
from memory.supervisor.errors import SupervisorError
from memory.supervisor.models import embedding_model, llm, missing_files, nli_model
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.extraction.llm.stand_in import claims, send, stand_in


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    for name in ("config.json", "tokenizer.json", "model.onnx"):
        (tmp_path / name).write_text("{}")
    return tmp_path


def test_a_whole_folder_lacks_nothing(weights: Path) -> None:
    assert missing_files(weights) == []


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_a_missing_file_is_named(weights: Path, name: str) -> None:
    (weights / name).unlink()
    assert missing_files(weights) == [name]


def test_weights_of_no_length_are_none(weights: Path) -> None:
    (weights / "model.onnx").write_text("")
    assert missing_files(weights) == ["its weights"]


def test_the_model_of_the_settings_is_named(settings: Any, weights: Path) -> None:
    settings.NLI_PATH = str(weights)
    assert nli_model() == f"conflict-minilm, in {weights}"
    (weights / "model.onnx").unlink()
    with pytest.raises(SupervisorError, match="lacks its weights"):
        nli_model()


def test_the_embedding_model_is_packaged() -> None:
    assert embedding_model() == "packaged"


def test_looking_loads_no_torch(weights: Path) -> None:
    code = (
        "import sys, os; os.environ['DJANGO_SETTINGS_MODULE'] = 'memory.settings';"
        "from memory.supervisor.models import nli_model; nli_model();"
        "sys.exit(bool({'torch', 'transformers'} & set(sys.modules)))"
    )
    environ = {"PALIMPSEST_NLI_PATH": str(weights), "PALIMPSEST_DATA": str(weights / "data")}
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, env=environ, check=False)
    assert done.returncode == 0


def test_no_llm_is_well(settings: Any) -> None:
    settings.LLM = None
    assert llm() == "none is configured; the built-in rules read messages"


def test_the_llm_is_asked_whether_it_answers(settings: Any) -> None:
    with stand_in() as endpoint:
        settings.LLM = endpoint_at(endpoint.url)
        endpoint.will(claims(), send(401))
        assert llm() == f"small-model at {settings.LLM.host}"
        assert "but it refused the key, the model or the address" in llm()
