-- What is left to do and must not be lost, of every kind, in one table with one claim. The claims of watches, deliveries, e-mails
-- and timestamps go.

-- +goose Up
CREATE TABLE work (
    kind         TEXT NOT NULL,
    key          TEXT NOT NULL,   -- what it is about: an id, or the name of a pass
    tenant       TEXT NOT NULL,   -- workspace, '' where there is none
    run_at       BIGINT NOT NULL, -- when it is due; while it runs, when its lease ends
    again_at     BIGINT,          -- it was put again while it ran
    attempt      BIGINT NOT NULL, -- runs that were begun since one last ended well
    lease_holder TEXT NOT NULL,   -- '' while nobody runs it
    last_error   TEXT NOT NULL,   -- code, of the last run that failed
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX work_due ON work (kind, run_at, key);
CREATE INDEX work_tenants ON work (kind, tenant, run_at, key);
CREATE INDEX work_running ON work (kind, tenant) WHERE lease_holder <> '';

INSERT INTO work (kind, key, tenant, run_at, attempt, lease_holder, last_error, created_at)
    SELECT 'watches', id, workspace_id, next_run_at, 0, '', '', created_at FROM watches WHERE next_run_at IS NOT NULL;
INSERT INTO work (kind, key, tenant, run_at, attempt, lease_holder, last_error, created_at)
    SELECT CASE WHEN w.failing_since IS NULL THEN 'deliveries' ELSE 'deliveries_failing' END, w.id, w.workspace_id, MIN(d.next_at), 0, '', '', MIN(d.created_at)
    FROM webhooks w JOIN deliveries d ON d.webhook_id = w.id WHERE d.state = 'pending' GROUP BY w.id, w.failing_since, w.workspace_id;
INSERT INTO work (kind, key, tenant, run_at, attempt, lease_holder, last_error, created_at)
    SELECT 'alert_mails', workspace_id || ' ' || kind || ' ' || user_id, workspace_id, next_at, attempts, '', '', raised_at FROM alert_mails WHERE next_at IS NOT NULL;
INSERT INTO work (kind, key, tenant, run_at, attempt, lease_holder, last_error, created_at)
    SELECT 'timestamps', s.import_id, r.workspace_id, s.next_at, s.attempts, '', '', s.created_at FROM stamps s JOIN refs r ON r.id = s.ref_id WHERE s.token IS NULL;

ALTER TABLE watches DROP COLUMN lease_holder;
ALTER TABLE watches DROP COLUMN lease_until;
ALTER TABLE webhooks DROP COLUMN turn_until;
ALTER TABLE deliveries DROP COLUMN lease_holder;
ALTER TABLE deliveries DROP COLUMN lease_until;
DROP INDEX alert_mails_due;
DELETE FROM alert_mails WHERE mailed_at IS NULL; -- none was sent yet
ALTER TABLE alert_mails DROP COLUMN raised_at;
ALTER TABLE alert_mails DROP COLUMN attempts;
ALTER TABLE alert_mails DROP COLUMN next_at;
DROP INDEX stamps_due;
ALTER TABLE stamps DROP COLUMN attempts;
ALTER TABLE stamps DROP COLUMN next_at;

-- +goose Down
ALTER TABLE stamps ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE stamps ADD COLUMN next_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX stamps_due ON stamps (next_at) WHERE token IS NULL;
ALTER TABLE alert_mails ADD COLUMN raised_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE alert_mails ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE alert_mails ADD COLUMN next_at BIGINT;
CREATE INDEX alert_mails_due ON alert_mails (next_at) WHERE next_at IS NOT NULL;
ALTER TABLE deliveries ADD COLUMN lease_holder TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN turn_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE watches ADD COLUMN lease_holder TEXT NOT NULL DEFAULT '';
ALTER TABLE watches ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
DROP TABLE work;
