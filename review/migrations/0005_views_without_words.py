"""Words that people said leave saved views and bulk runs, where erasing did not reach them."""

from urllib.parse import parse_qsl, urlencode

from django.db import migrations, models

OF_A_PERSON = {"text", "subject"}


def take_out_words(apps, schema_editor):
    views = apps.get_model("review", "SavedView")
    runs = apps.get_model("review", "BulkRun")
    for row in views.objects.exclude(query="").only("query").iterator():
        # Without its words such a view would show another list under the same name.
        if OF_A_PERSON & {name for name, _ in parse_qsl(row.query)}:
            row.delete()
    for run in runs.objects.iterator():
        kept = [pair for pair in parse_qsl(run.view) if pair[0] not in OF_A_PERSON]
        text = run.details.pop("text", "")
        run.note = "" if run.state == "done" else text
        run.view = urlencode(kept)
        run.save(update_fields=["view", "details", "note"])


class Migration(migrations.Migration):
    dependencies = [("review", "0004_invitations")]

    operations = [
        migrations.AddField(
            model_name="bulkrun",
            name="note",
            field=models.TextField(
                blank=True,
                default="",
                help_text="Why, in free words; empty once each item has it in its own events.",
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="bulkrun",
            name="view",
            field=models.CharField(
                blank=True, help_text="The queue it came from, without words.", max_length=1000
            ),
        ),
        migrations.AlterField(
            model_name="savedview",
            name="query",
            field=models.CharField(
                blank=True,
                help_text="The end of the address; no words that people said.",
                max_length=1000,
            ),
        ),
        migrations.RunPython(take_out_words, migrations.RunPython.noop),
    ]
