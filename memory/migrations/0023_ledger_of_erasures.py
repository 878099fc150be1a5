from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0022_sites_that_may_frame'),
    ]

    operations = [
        migrations.AddField(
            model_name='erasurereceipt',
            name='gone',
            field=models.JSONField(default=dict, help_text='Ids, keyed hashes and places of what was removed, to remove it again from a restored backup.'),
        ),
    ]
