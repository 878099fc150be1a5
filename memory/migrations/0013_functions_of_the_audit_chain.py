"""What the audit chain is made of, and the chain of what was logged before there was one.

A row is hashed as a JSON array of named columns, in this order, so that a column that is added
later does not change what older rows hash to.
"""

from django.db import migrations

FUNCTIONS = """
CREATE FUNCTION palimpsest_audit_text(kind text, ref text) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE kind
        WHEN 'decision' THEN (
            SELECT jsonb_build_array(
                id, workspace_id, subject_ref, actor, actor_ref, action, reason, claim_ref,
                turn_ref, memory_ref, target_ref, fingerprint, change_ref, undoes, evidence,
                extract(epoch FROM created_at)
            )::text FROM memory_decision WHERE id = ref)
        WHEN 'access' THEN (
            SELECT jsonb_build_array(
                id, workspace_id, subject_ref, reader, reader_ref, act, memory_refs,
                extract(epoch FROM created_at)
            )::text FROM memory_accessrecord WHERE id = ref)
    END
$$;

CREATE FUNCTION palimpsest_audit_hash(
    before text, number bigint, kind text, ref text, content text
) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT encode(
        sha256(convert_to(concat_ws(E'\\n', before, number, kind, ref, content), 'UTF8')), 'hex')
$$;

-- With the rights of the tables' owner: who may add to a log need not be able to write the chain.
CREATE FUNCTION palimpsest_chain(kind text, workspace text, ref text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    last_number bigint;
    last_hash text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('audit/' || workspace, 0));
    SELECT number, hash INTO last_number, last_hash FROM memory_auditlink
        WHERE workspace_id = workspace ORDER BY number DESC LIMIT 1;
    last_number := coalesce(last_number, 0) + 1;
    INSERT INTO memory_auditlink (workspace_id, number, kind, row_ref, hash) VALUES (
        workspace, last_number, kind, ref,
        palimpsest_audit_hash(
            coalesce(last_hash, ''), last_number, kind, ref, palimpsest_audit_text(kind, ref)));
END
$$;

SELECT count(palimpsest_chain('decision', workspace_id, id)) FROM (
    SELECT workspace_id, id FROM memory_decision ORDER BY created_at, id
) AS earlier;
"""

GONE = """
DROP FUNCTION palimpsest_chain(text, text, text);
DROP FUNCTION palimpsest_audit_hash(text, bigint, text, text, text);
DROP FUNCTION palimpsest_audit_text(text, text);
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0012_audit_chain")]

    operations = [migrations.RunSQL(FUNCTIONS, GONE)]
