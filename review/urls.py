"""The pages' addresses. One address for each thing that can be done."""

from __future__ import annotations

from django.urls import path, register_converter

from memory.models import FollowUp
from review.converters import PublicId
from review.policies import OF_SUBJECT, Action
from review.views import (
    api_keys,
    bulk,
    failed,
    forgetting,
    handling,
    host,
    login,
    me,
    members,
    my_forgetting,
    my_kinds,
    my_reads,
    operator,
    overview,
    people,
    playground,
    rules,
    subjects,
    workspace,
)

register_converter(PublicId, "id")

app_name = "review"


def _slug(action: Action) -> str:
    return action.value.replace("_", "-")


answers = [
    path(
        f"review/items/<id:item_id>/{_slug(action)}/",
        operator.answer,
        {"action": action},
        name=action.value,
    )
    for action in Action
]
own_answers = [
    path(
        f"me/questions/<id:item_id>/{_slug(action)}/",
        me.answer,
        {"action": action},
        name=f"me_{action.value}",
    )
    for action in OF_SUBJECT
]
items = [
    path("review/", operator.queue_page, name="queue"),
    path("review/items/<id:item_id>/", operator.item, name="item"),
    path("review/items/<id:item_id>/heartbeat/", operator.heartbeat, name="heartbeat"),
    path("review/items/<id:item_id>/take-over/", handling.take_over, name="take_over"),
    path("review/items/<id:item_id>/note/", handling.note, name="note"),
    path("review/items/<id:item_id>/assign/", handling.assign, name="assign"),
    path("review/items/<id:item_id>/snooze/", handling.snooze, name="snooze"),
    path("review/items/<id:item_id>/wake/", handling.wake, name="wake"),
    path("review/items/<id:item_id>/escalate/", handling.escalate, name="escalate"),
    path("review/items/<id:item_id>/ask/", handling.ask_person, name="ask_person"),
    path("review/items/<id:item_id>/undo/", operator.undo_answer, name="undo_answer"),
    path("review/overview/", overview.overview, name="overview"),
    path("review/rules/<slug:field>/use/", rules.use, name="use_rule"),
    path("review/rules/<slug:field>/drop/", rules.drop, name="drop_rule"),
    path("review/bulk/", bulk.prepare, name="bulk"),
    path("review/bulk/<id:run_id>/", bulk.bulk_run, name="bulk_run"),
    path("review/bulk/<id:run_id>/confirm/", bulk.confirm, name="bulk_confirm"),
    path("review/bulk/<id:run_id>/take-back/", bulk.take_back, name="bulk_take_back"),
    path("review/bulk/<id:run_id>/discard/", bulk.discard, name="bulk_discard"),
    path("review/mine/", handling.mine, name="mine"),
    path("review/news/", handling.news, name="news"),
    path("review/views/save/", handling.save_view, name="save_view"),
    path("review/views/<int:view_id>/remove/", handling.remove_view, name="remove_view"),
    path("review/failed/", failed.failed_claims, name="failed"),
    path("review/claims/<id:claim_id>/decide-again/", failed.decide_again, name="decide_again"),
    path("review/workspace/", operator.choose_workspace, name="choose_workspace"),
]
persons = [
    path("review/subjects/", people.subject_list, name="subjects"),
    path("review/subjects/<id:subject_id>/", people.subject, name="subject"),
    path("review/subjects/<id:subject_id>/timeline/", subjects.timeline, name="timeline"),
    path("review/subjects/<id:subject_id>/forgotten/", forgetting.forgotten_page, name="forgotten"),
    path(
        "review/subjects/<id:subject_id>/memories/<id:memory_id>/restore/",
        forgetting.restore,
        name="restore",
    ),
    path(
        "review/subjects/<id:subject_id>/sessions/<id:session_id>/erase/",
        forgetting.erase_conversation,
        name="erase_conversation",
    ),
    path(
        "review/subjects/<id:subject_id>/learn-again/", forgetting.learn_again, name="learn_again"
    ),
    path("review/memories/<id:memory_id>/", people.memory, name="memory"),
    path("review/memories/<id:memory_id>/edit/", people.edit_memory, name="edit_memory"),
    path("review/memories/<id:memory_id>/delete/", people.delete_memory, name="delete_memory"),
    path("review/memories/<id:memory_id>/erase/", people.erase, name="erase_memory"),
    path("review/decisions/<id:decision_id>/undo/", people.undo, name="undo"),
    path("review/decisions/<id:decision_id>/part/", people.part, name="part"),
]
trying = [
    path("review/playground/", playground.playground, name="playground"),
    path("review/playground/person/", playground.choose_person, name="playground_choose"),
    path("review/playground/<id:subject_id>/", playground.person, name="playground_person"),
    path("review/playground/<id:subject_id>/say/", playground.say, name="playground_say"),
    path(
        "review/playground/<id:subject_id>/compare/", playground.compare, name="playground_compare"
    ),
]
settings = [
    path("review/settings/", workspace.policy, name="settings"),
    path("review/settings/policy/", workspace.save_policy, name="save_policy"),
    path("review/settings/thresholds/", workspace.save_thresholds, name="save_thresholds"),
    path("review/settings/keys/", workspace.keys, name="settings_keys"),
    path("review/settings/keys/save/", workspace.save_key, name="save_key"),
    path("review/settings/keys/remove/", workspace.drop_key, name="drop_key"),
    path("review/settings/keeping/", workspace.keeping, name="settings_keeping"),
    path("review/settings/consent/", workspace.consent, name="settings_consent"),
    path("review/settings/changes/", workspace.changes, name="changes"),
    path("review/settings/api-keys/", api_keys.api_keys, name="api_keys"),
    path(
        "review/settings/api-keys/<id:key_id>/rotate/", api_keys.rotate_key, name="rotate_api_key"
    ),
    path(
        "review/settings/api-keys/<id:key_id>/revoke/", api_keys.revoke_key, name="revoke_api_key"
    ),
    path("review/settings/members/", members.member_list, name="members"),
    path("review/settings/members/<int:user_id>/role/", members.change_role, name="change_role"),
    path("review/settings/members/<int:user_id>/remove/", members.remove, name="remove_member"),
    path("review/settings/members/invite/", members.invite, name="invite"),
    path(
        "review/settings/members/invitations/<id:invitation_id>/take-back/",
        members.take_back,
        name="take_back_invitation",
    ),
    path("invitation/<str:secret>/", members.invitation, name="invitation"),
    path("invitation/<str:secret>/join/", members.join, name="join"),
]
own = [
    path("me/", me.me, name="me"),
    path("me/enter/<str:token>", me.enter, name="me_enter"),
    path("me/host/<slug:workspace>/<str:token>", host.enter, name="me_host"),
    path("me/memories/<id:memory_id>/edit/", me.edit, name="me_edit"),
    path("me/memories/<id:memory_id>/delete/", me.delete, name="me_delete"),
    path("me/memories/<id:memory_id>/wrong/", me.wrong, name="me_wrong"),
    path("me/memories/<id:memory_id>/restore/", my_forgetting.restore, name="me_restore"),
    path(
        "me/sessions/<id:session_id>/erase/",
        my_forgetting.erase_conversation,
        name="me_erase_conversation",
    ),
    path("me/forgotten/", my_forgetting.my_forgotten, name="me_forgotten"),
    path("me/learn-again/", my_forgetting.learn_again, name="me_learn_again"),
    path("me/decisions/<id:decision_id>/undo/", me.undo, name="me_undo"),
    path(
        "me/follow-ups/<id:follow_up_id>/done/",
        me.follow_up,
        {"status": FollowUp.Status.DONE},
        name="me_follow_up_done",
    ),
    path(
        "me/follow-ups/<id:follow_up_id>/dismiss/",
        me.follow_up,
        {"status": FollowUp.Status.DISMISSED},
        name="me_follow_up_dismiss",
    ),
    path("me/pause/", me.pause, name="me_pause"),
    path("me/resume/", me.resume, name="me_resume"),
    path("me/memories/<id:memory_id>/erase/", my_forgetting.erase_one, name="me_erase_one"),
    path("me/memories/<id:memory_id>/kind/", my_kinds.kind, name="me_kind"),
    path("me/kinds/<slug:kind>/again/", my_kinds.kind_again, name="me_kind_again"),
    path("me/language/", me.language, name="me_language"),
    path("me/reads/", my_reads.reads, name="me_reads"),
    path("me/download/", me.download, name="me_download"),
    path("me/erase/", me.erase, name="me_erase"),
    path("me/erased/", me.erased, name="me_erased"),
]
urlpatterns = [
    path("", operator.home, name="home"),
    path("login/<int:user_id>/<str:token>/", login.login_by_link, name="login_link"),
    *items,
    *answers,
    *persons,
    *trying,
    *settings,
    *own,
    *own_answers,
]
