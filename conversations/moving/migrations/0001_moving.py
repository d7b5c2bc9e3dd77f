import tenants.tenancy
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='HeldRequest',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('path', models.TextField(help_text='With the query, as it was asked for.')),
                ('headers', models.JSONField(help_text='Those by which it is read and believed.')),
                ('body', models.BinaryField()),
                ('due_at', models.DateTimeField(help_text='When to send it on; empty while its home is not known.', null=True)),
                ('refused', models.PositiveSmallIntegerField(help_text='The status with which the new home refused it.', null=True)),
                ('tenant', tenants.tenancy.OwningTenant()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='held_due')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='moving_heldrequest_in_tenant')],
            },
        ),
    ]
