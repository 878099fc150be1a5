"""A workspace's own thresholds: used under the profile they were measured under, and only there."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from memory.errors import InvalidError
from memory.gate import in_force
from memory.gate.policy import Thresholds
from memory.inference.fakes import use_fakes
from memory.inference.profiles import Profile, active_profile
from memory.models import Memory
from tests.memory.conftest import conflict, tell, verdict_on

PROFILE = Profile(name="ours", revision="3")
CAREFUL = Thresholds(contradiction=0.995, slot_contradiction=0.995)


def test_they_take_the_place_of_the_profiles_own():
    profile, problem = PROFILE.with_measured(PROFILE.measured(CAREFUL))

    assert profile == replace(PROFILE, thresholds=CAREFUL)
    assert problem == ""


def test_a_workspace_without_any_has_the_profiles_own():
    assert PROFILE.with_measured({}) == (PROFILE, "")


@pytest.mark.parametrize("other", [{"name": "theirs"}, {"revision": "4"}])
def test_under_another_model_they_mean_nothing(other):
    stored = replace(PROFILE, **other).measured(CAREFUL)

    profile, problem = PROFILE.with_measured(stored)

    assert profile == PROFILE
    assert "were measured under" in problem


@pytest.mark.parametrize(
    "values",
    [None, [], {"flor": 0.5}, {"floor": 1.5}, {"floor": "0.5"}, {"floor": True}],
)
def test_what_cannot_be_read_is_not_guessed_at(values):
    profile, problem = PROFILE.with_measured({**PROFILE.measured(CAREFUL), "values": values})

    assert profile == PROFILE
    assert problem.endswith(".")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"flor": 0.5}, "There is no threshold 'flor'"),
        ({"floor": -0.1}, "floor is -0.1; it must be from 0 to 1"),
        ({"floor": math.nan}, "must be from 0 to 1"),
        ({"floor": 0.3}, "slot_floor must not be above floor"),
        ({"near_contradiction": 0.99}, "near_contradiction must not be above contradiction"),
    ],
)
def test_thresholds_that_make_no_sense_are_refused_with_a_sentence(values, sentence):
    with pytest.raises(InvalidError, match=sentence):
        Thresholds().changed(values)


def test_the_gate_decides_and_reports_by_the_workspaces_thresholds(alma):
    workspace = alma.workspace
    workspace.thresholds = active_profile().measured(CAREFUL)
    workspace.save()
    with use_fakes(conflict(("seven", "nine"))):  # sure to 0.99
        tell(alma, "Alma's bakery opens at seven.")
        claim = tell(alma, "Alma's bakery opens at nine.")

    assert verdict_on(claim).action == "review"
    assert verdict_on(claim).evidence["thresholds"]["contradiction"] == 0.995


def test_thresholds_of_another_model_are_passed_over_and_the_log_says_so_once(alma, caplog):
    in_force._say_once.cache_clear()
    workspace = alma.workspace
    workspace.thresholds = PROFILE.measured(CAREFUL)
    workspace.save()
    with use_fakes(conflict(("seven", "nine"))):
        tell(alma, "Alma's bakery opens at seven.")
        tell(alma, "Alma's bakery opens at nine.")

    assert Memory.objects.filter(supersedes__isnull=False).exists()
    assert caplog.text.count("the profile's thresholds are used") == 1
