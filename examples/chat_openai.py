"""A chatbot that remembers, with the OpenAI client: see docs/recipes.md."""

import os
import sys
from urllib.parse import quote
from uuid import uuid4

import httpx
from openai import OpenAI

SESSION = uuid4().hex
memory = httpx.Client(
    base_url=f"{os.environ['PALIMPSEST']}/api/v1/subjects/{quote(sys.argv[1], safe='')}/",
    headers={"Authorization": f"Bearer {os.environ['KEY']}"},
    timeout=60,
)
chat = OpenAI().chat.completions


def post(path: str, **body: str) -> dict:
    answer = memory.post(path, json={"session": SESSION, **body})
    return answer.json() if answer.is_success else sys.exit(f"The memory says: {answer.text}")


def reply(message: str) -> str:
    told = post("turns", role="user", content=message[:8000])
    context = post("context", query=message[:8000])["text"]
    done = [action["sentence"] for action in told["actions"]]
    system = "\n\n".join(["You are a helpful assistant.", context, *done])
    messages = [{"role": "system", "content": system}, {"role": "user", "content": message}]
    answer = chat.create(model=os.environ["MODEL"], messages=messages)
    content = answer.choices[0].message.content
    post("turns", role="assistant", content=content[:8000])
    return content


for line in filter(str.strip, sys.stdin):
    print(reply(line.strip()), flush=True)
