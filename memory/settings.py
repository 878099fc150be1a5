"""All settings, read from the environment by the typed helpers of `environment.py`.

Every variable is named in .env.example and docs/configuration.md. A value of the wrong kind
stops the start with a sentence that names the variable. Policies (how the gate behaves) are
rows of a workspace, not settings.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONCE

from memory.environment import database, env, made, minutes, secret_key, whole
from memory.extraction.llm.endpoint import read_endpoint
from memory.mail import read_mail_server
from memory.supervisor.endpoints import Endpoints, data_folder, read_endpoints

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = data_folder()

# Where the services are: named by the environment, else told by the running supervisor.
# With neither, an address at which nobody answers: manage.py turns that into a sentence.
running = read_endpoints(DATA) or Endpoints()
DATABASE_URL = (
    env.str("DATABASE_URL", "")
    or running.database_url
    or f"postgresql:///palimpsest?host={DATA}/not-running"
)
CELERY_BROKER_URL = (
    env.str("CELERY_BROKER_URL", "") or running.broker_url or f"redis+socket://{DATA}/not-running"
)
CACHE_URL = env.str("PALIMPSEST_CACHE_URL", "") or running.cache_url

DEBUG = env.bool("PALIMPSEST_DEBUG", False)
SECRET_KEY = secret_key(DATA)
PUBLIC_URL = env.str(
    "PALIMPSEST_PUBLIC_URL",
    running.public_url
    or f"http://{env.str('PALIMPSEST_HOST', '127.0.0.1')}:{env.int('PALIMPSEST_PORT', 8000)}",
).rstrip("/")
ALLOWED_HOSTS = env.list(
    "PALIMPSEST_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]", urlsplit(PUBLIC_URL).hostname]
)
SECURE = PUBLIC_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_ENGINE = "memory.login_sessions"
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("PALIMPSEST_HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.bool("PALIMPSEST_HSTS_PRELOAD", False)
# A proxy that ends TLS redirects by itself; health checks come to this server without TLS.
SECURE_SSL_REDIRECT = env.bool("PALIMPSEST_SSL_REDIRECT", False)
# What only the owner of the domain can decide, for every host below it or for good.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not SECURE_SSL_REDIRECT and env.bool("PALIMPSEST_BEHIND_PROXY", False):
    SILENCED_SYSTEM_CHECKS.append("security.W008")
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("PALIMPSEST_BEHIND_PROXY", False) else None
)
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "review.apps.StaffSiteConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "template_partials",
    "pgtrigger",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "heroicons",
    "memory",
    "review",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "review.own_pages.OwnPagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "review.languages.OwnPagesLocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "review.outage.OutageMiddleware",
    "review.reloading.ReloadMiddleware",
    "review.zone.ZoneMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "review.context_processors.csp_nonce",
            ]
        },
    }
]
ROOT_URLCONF = "memory.urls"
WSGI_APPLICATION = "memory.wsgi.application"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "review:queue"

# Operators sign in by django-allauth. Nobody signs up by themselves: people are invited.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_ADAPTER = "review.accounts.Accounts"
ACCOUNT_SIGNUP_ENABLED = False
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGIN_URL
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Palimpsest] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
# The address whose guesses are counted, where a proxy stands in front.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if SECURE_PROXY_SSL_HEADER else 0
MFA_ADAPTER = "review.accounts.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Palimpsest"
MFA_TOTP_TOLERANCE = 1
# A passkey on http://localhost; browsers allow it nowhere else without TLS.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
# Nobody signs up under somebody else's address, so one that is not verified yet does no harm.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# Mail is for a forgotten password and for notices about one's own account; without it, all works.
MAIL_SERVER = read_mail_server(env.str("PALIMPSEST_MAIL_URL", ""))
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL_SERVER is not None
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL_SERVER else 'dummy'}.EmailBackend"
DEFAULT_FROM_EMAIL = env.str(
    "PALIMPSEST_MAIL_FROM", f"palimpsest@{urlsplit(PUBLIC_URL).hostname or 'localhost'}"
)
if MAIL_SERVER is not None:
    EMAIL_HOST, EMAIL_PORT = MAIL_SERVER.host, MAIL_SERVER.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL_SERVER.user, MAIL_SERVER.password
    EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL_SERVER.is_tls, MAIL_SERVER.is_starttls
    EMAIL_TIMEOUT = 10

# What the API's requests run as, behind the row-level security of `memory.walls`; empty: nothing.
API_ROLE = env.str("PALIMPSEST_API_ROLE", "palimpsest_api")
DATABASES = {"default": database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

TIME_ZONE = "UTC"
USE_TZ = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]  # of the end users' pages
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = made(Path(env.str("PALIMPSEST_STATIC_ROOT", str(DATA / "static"))))
WHITENOISE_USE_FINDERS = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "script-src": ["'self'", NONCE],
        "style-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

# A full batch of turns in a non-Latin script passes Django's own limit of 2.5 MB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
API_REQUESTS_PER_MINUTE = env.int("PALIMPSEST_API_REQUESTS_PER_MINUTE", 1200)
SUBJECT_REQUESTS_PER_MINUTE = env.int("PALIMPSEST_SUBJECT_REQUESTS_PER_MINUTE", 300)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["memory.api.authentication.ApiKeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["memory.api.authentication.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "memory.api.errors.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Palimpsest",
    "DESCRIPTION": "Memory for chatbots: turns in, gated memories and a ready context out.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

CELERY = {
    "broker_url": CELERY_BROKER_URL,
    "task_ignore_result": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "worker_hijack_root_logger": False,
    "broker_connection_retry_on_startup": True,
    # Redis and Valkey only: give a killed worker's task to another within seconds. No task
    # may take longer than visibility_timeout. Kombu's own sweep is slow without the other two.
    "broker_transport_options": {
        "visibility_timeout": 600,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        # A broker that is away must not hold up the request that hands over a claim.
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
    }
    if CELERY_BROKER_URL.startswith(("redis", "rediss"))
    else {},
    "beat_schedule": {
        "sweep-claims": {"task": "memory.tasks.sweep_claims", "schedule": 30.0},
        "sweep-beginnings": {"task": "memory.tasks.sweep_beginnings", "schedule": 60.0},
        "sweep-requests": {"task": "memory.tasks.sweep_requests", "schedule": 30.0},
        "sweep-unread": {"task": "memory.tasks.sweep_unread", "schedule": 15.0},
        "sweep-imports": {"task": "memory.imports.tasks.sweep_imports", "schedule": 30.0},
        "sum-up-sessions": {"task": "memory.tasks.sweep_sessions", "schedule": 60.0},
        "embed-turns": {"task": "memory.tasks.sweep_turns", "schedule": 30.0},
        "prune-turns": {"task": "memory.tasks.prune_turns", "schedule": 3600.0},
        "sweep-erasures": {"task": "memory.tasks.sweep_erasures", "schedule": 30.0},
        "vacuum-erased": {"task": "memory.tasks.vacuum_erased", "schedule": 300.0},
        "keep-ledger": {"task": "memory.tasks.keep_ledger", "schedule": 3600.0},
        "forget-lapsed": {"task": "memory.tasks.forget_lapsed", "schedule": 3600.0},
        "clear-logins": {"task": "memory.tasks.clear_logins", "schedule": 3600.0},
        "prune-answers": {"task": "memory.api.tasks.prune_kept_answers", "schedule": 3600.0},
        "close-stale-items": {"task": "review.tasks.close_stale_items", "schedule": 60.0},
        "give-by-views": {"task": "review.tasks.give_by_views", "schedule": 30.0},
        "sweep-bulk": {"task": "review.tasks.sweep_bulk", "schedule": 60.0},
    },
}

# How long raw turns are kept, and how many of a person at most.
TURN_AGE = timedelta(days=whole("PALIMPSEST_TURN_DAYS", 30, most=36_500))
TURNS_KEPT = whole("PALIMPSEST_TURNS_KEPT", 10_000, most=1_000_000)

# How long a backup is kept at most: what was erased is in older ones until then. Receipts say so.
BACKUP_AGE = timedelta(days=whole("PALIMPSEST_BACKUP_DAYS", 30, most=3_650))

# What was erased, by ids and keyed hashes: a restored backup is held against it.
ERASURE_LEDGER = Path(env.str("PALIMPSEST_ERASURE_LEDGER", str(DATA / "erasures.jsonl")))

# How long nothing is said before a session counts as ended and is summed up.
SESSION_SILENCE = minutes("PALIMPSEST_SESSION_SILENCE_MINUTES", 30)

# The model profile: which NLI model the gate asks, and with which thresholds.
NLI_PROFILE = env.str("PALIMPSEST_NLI_PROFILE", "conflict-minilm")
NLI_PATH = env.str("PALIMPSEST_NLI_PATH", "") or running.nli_path or ""

# The LLM that reads claims out of turns; None: the built-in rules do.
LLM = read_endpoint(env)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "memory.logs.PlacesOnly",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "filters": {"nothing_said": {"()": "memory.logs.NothingSaid"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["nothing_said"],
        }
    },
    # Addresses hold the ids of people, and links; what went wrong is in the answer.
    "loggers": {
        "django.request": {"level": "ERROR"},
        # Whoever scans the network would fill the log; the answer is 400.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # The web server's own handler would write what an error says that ends a download.
        "gunicorn.error": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        # What goes to an LLM, and with which key, is nobody's business.
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
    },
    "root": {"handlers": ["stderr"], "level": env.str("PALIMPSEST_LOG_LEVEL", "INFO")},
}
