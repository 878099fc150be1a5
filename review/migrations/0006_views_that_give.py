import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("review", "0005_views_without_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="savedview",
            name="gives_to",
            field=models.ForeignKey(
                blank=True,
                help_text="Who is given what fits the view.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="savedview",
            name="in_turns",
            field=models.BooleanField(
                default=False, help_text="All who may decide are given what fits, in turns."
            ),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("shared", True),
                    models.Q(("gives_to__isnull", True), ("in_turns", False)),
                    _connector="OR",
                ),
                name="saved_view_that_gives_is_shared",
            ),
        ),
    ]
