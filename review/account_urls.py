"""Where operators sign in and look after their own account. The views are django-allauth's.

Only what is needed is named here: no sign-up, and what takes mail only where mail is sent.
"""

from __future__ import annotations

from allauth.account import views
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from review.views.login import LoginView, with_mail

urlpatterns = [
    path("login/", LoginView.as_view(), name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("account/", RedirectView.as_view(pattern_name="mfa_index"), name="account_home"),
    path("account/sign-in/", include("allauth.mfa.urls")),
    path("account/signup/", views.signup, name="account_signup"),
    path("account/inactive/", views.account_inactive, name="account_inactive"),
    path("account/confirm/", views.reauthenticate, name="account_reauthenticate"),
    path("account/password/", views.password_change, name="account_change_password"),
    path("account/password/set/", views.password_set, name="account_set_password"),
    path("account/email/", with_mail(views.email), name="account_email"),
    path(
        "account/email/sent/",
        with_mail(views.email_verification_sent),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^account/email/confirm/(?P<key>[-:\w]+)/$",
        with_mail(views.confirm_email),
        name="account_confirm_email",
    ),
    path("account/forgotten/", with_mail(views.password_reset), name="account_reset_password"),
    path(
        "account/forgotten/sent/",
        with_mail(views.password_reset_done),
        name="account_reset_password_done",
    ),
    re_path(
        r"^account/forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        with_mail(views.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "account/forgotten/done/",
        with_mail(views.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
]
