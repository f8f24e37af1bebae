-- What each workspace was served by lookups that it paid for or fetched, as it was served: asOf reads it. Observations keep
-- the newest answer alone.

-- +goose Up
CREATE TABLE served_answers (
    workspace_id   TEXT NOT NULL,
    subject        TEXT NOT NULL,   -- of the observation: item:… or account:…
    served_at      BIGINT NOT NULL,
    observation_id TEXT NOT NULL,
    variant        TEXT NOT NULL,   -- of the observation
    observed_at    BIGINT NOT NULL,
    route_id       TEXT NOT NULL,
    body           BYTEA NOT NULL,  -- rendered, without the per-caller tail
    body_full      BYTEA,           -- with the transcript
    PRIMARY KEY (workspace_id, subject, served_at, observation_id)
);
CREATE INDEX served_answers_age ON served_answers (served_at);
