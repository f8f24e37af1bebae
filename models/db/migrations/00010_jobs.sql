-- +goose Up
-- What is left to do and must not be lost, of every kind, in one table with one claim.
CREATE TABLE jobs (
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
CREATE INDEX jobs_due ON jobs (kind, run_at, key);
CREATE INDEX jobs_tenants ON jobs (kind, tenant, run_at, key);
CREATE INDEX jobs_running ON jobs (kind, tenant) WHERE lease_holder <> '';
