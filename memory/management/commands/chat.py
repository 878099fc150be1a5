"""`manage.py chat SUBJECT`: type as a person and watch what is remembered. Needs no LLM."""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory import access
from memory.errors import PalimpsestError
from memory.gate.reasons import sentence
from memory.inference import embeddings, nli
from memory.models import ChatRequest, Claim, Decision, Subject, Workspace
from memory.read_path import build_context
from memory.recall.handing_out import count_access, hand_out
from memory.requests.answers import sentence_of, shown_memories, told_actions
from memory.requests.carry_out import act_on
from memory.write_path import NewTurn, decide_claim, read_now, receive_turns


class Command(BaseCommand):
    help = "A terminal chat that shows, after each line, what was remembered and the context."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("subject", help="the chatbot's own id of the person; made if new")
        parser.add_argument("--workspace", help="slug; needed where there are several")
        parser.add_argument("--budget", type=int, default=500, help="tokens of the context")

    def handle(self, *args: Any, **options: Any) -> None:
        logging.disable(logging.INFO)  # the log does not belong between a person's lines
        try:
            self._chat(options)
        finally:
            logging.disable(logging.NOTSET)

    def _chat(self, options: dict[str, Any]) -> None:
        subject = access.ensure_subject(_workspace(options["workspace"]), options["subject"])
        session = f"chat-{timezone.now():%Y%m%d-%H%M%S}"
        self._load_models()
        self.stdout.write("Type a message as this person; an empty line or Ctrl-D ends.\n")
        while line := self._ask():
            try:
                self._remember(subject, session, line)
                self._show_context(subject, session, line, options["budget"])
            except PalimpsestError as error:
                self.stdout.write(self.style.ERROR(error.message))

    def _load_models(self) -> None:
        """Now, so that the first message does not wait for them."""
        self.stdout.write("Loading the models.")
        self.stdout.flush()
        for missing in filter(None, (embeddings.ready(), nli.ready())):
            self.stdout.write(self.style.ERROR(missing))

    def _ask(self) -> str:
        try:
            return input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.stdout.write("")
            return ""

    def _remember(self, subject: Subject, session: str, line: str) -> None:
        receipt = receive_turns(subject, session=session, turns=[NewTurn("user", line)])
        for action in told_actions(act_on(receipt.requests)[0]):
            self._show_action(action)
        claims = Claim.objects.filter(id__in=[claim.id for claim in read_now(receipt).claims])
        if not claims and not receipt.requests:
            self.stdout.write(self.style.NOTICE("  Nothing in this to remember."))
        for claim in claims:
            decide_claim(claim.id)
            self._show_verdict(claim)

    def _show_action(self, action: ChatRequest) -> None:
        self.stdout.write(self.style.SUCCESS(f"  {action.get_kind_display()}"))
        self.stdout.write(f"    {sentence_of(action)}")
        for memory in shown_memories([action]).values():
            self.stdout.write(f"    - {memory.content}")

    def _show_verdict(self, claim: Claim) -> None:
        decision = Decision.objects.filter(claim_ref=claim.id).order_by("created_at").first()
        self.stdout.write(self.style.SUCCESS(f"  {claim.present}"))
        if decision is not None:
            self.stdout.write(f"    {decision.action}: {sentence(decision.reason)}")

    def _show_context(self, subject: Subject, session: str, line: str, budget: int) -> None:
        block = build_context(subject, query=line, budget=budget, session=session)
        self.stdout.write(f"\n{block.text}\n({block.tokens} tokens)\n")
        hand_out(subject, block)
        count_access(subject, block)


def _workspace(slug: str | None) -> Workspace:
    """The named workspace, or the only one there is."""
    found = Workspace.objects.filter(slug=slug) if slug else Workspace.objects.all()
    workspaces = list(found.order_by("slug")[:20])
    if len(workspaces) == 1:
        return workspaces[0]
    known = ", ".join(Workspace.objects.order_by("slug").values_list("slug", flat=True)[:20])
    raise CommandError(
        f"Name the workspace with --workspace: {known}." if known else "There is no workspace yet."
    )
