"""A workspace names the sites that may show its end users' pages in a frame; none by default."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0019_log_of_administration")]

    operations = [
        migrations.AddField(
            model_name="workspace",
            name="frame_ancestors",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=255),
                blank=True,
                default=list,
                help_text="Sites that may show the end users' pages in a frame; "
                "`memory.framing` writes it.",
                size=None,
            ),
        ),
    ]
