"""A chatbot that remembers, with any OpenAI-compatible endpoint: see docs/recipes.md."""

import os
import sys
from urllib.parse import quote
from uuid import uuid4

import httpx

MEMORY = f"{os.environ['PALIMPSEST']}/api/v1/subjects/{quote(sys.argv[1], safe='')}"
CHAT = f"{os.environ['OPENAI_BASE_URL'].rstrip('/')}/chat/completions"
SESSION = uuid4().hex


def post(url: str, key: str, body: dict) -> dict:
    answer = httpx.post(url, json=body, headers={"Authorization": f"Bearer {key}"}, timeout=60)
    return answer.json() if answer.is_success else sys.exit(f"{url} answers: {answer.text}")


def remember(role: str, content: str) -> dict:
    turn = {"session": SESSION, "role": role, "content": content[:8000]}
    return post(f"{MEMORY}/turns", os.environ["KEY"], turn)


def reply(message: str) -> str:
    done = [action["sentence"] for action in remember("user", message)["actions"]]
    wanted = {"query": message[:8000], "session": SESSION}
    context = post(f"{MEMORY}/context", os.environ["KEY"], wanted)["text"]
    system = "\n\n".join(["You are a helpful assistant.", context, *done])
    messages = [{"role": "system", "content": system}, {"role": "user", "content": message}]
    chat = {"model": os.environ["MODEL"], "messages": messages}
    choice = post(CHAT, os.environ["OPENAI_API_KEY"], chat)["choices"][0]
    remember("assistant", choice["message"]["content"])
    return choice["message"]["content"]


for line in filter(str.strip, sys.stdin):
    print(reply(line.strip()), flush=True)
