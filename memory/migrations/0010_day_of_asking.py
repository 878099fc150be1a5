from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0009_words_and_vectors_of_turns")]

    operations = [
        migrations.AddField(
            model_name="followup",
            name="asked_on",
            field=models.DateField(
                blank=True,
                help_text="The subject's day on which it was last handed out.",
                null=True,
            ),
        ),
    ]
