#!/bin/sh
# Wait for the database and the broker, migrate if PALIMPSEST_MIGRATE is 1, then become "$@".
set -eu

python docker/wait.py

if [ "${PALIMPSEST_MIGRATE:-0}" = 1 ]; then
    python manage.py migrate --no-input
    python manage.py erasure_ledger replay # before anybody is answered: it may be an older copy
fi

exec "$@"
