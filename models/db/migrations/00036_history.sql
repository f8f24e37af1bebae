-- How the counts of items and accounts changed, as each workspace was served them: one row for each change.

-- +goose Up
CREATE TABLE count_history (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    subject      TEXT NOT NULL,    -- natural id of an item or an account
    approximate  BOOLEAN NOT NULL, -- the platform rounds: exact and rounded counts are told apart
    counts       TEXT NOT NULL,    -- the stats of the wire, JSON
    source       TEXT NOT NULL,    -- lookup, list, import or watch
    observed_at  BIGINT NOT NULL,
    confirmed_at BIGINT NOT NULL,  -- when the same counts were last seen
    newest       BOOLEAN NOT NULL  -- of its subject and approximate
);
CREATE UNIQUE INDEX count_history_newest ON count_history (workspace_id, subject, approximate) WHERE newest;
CREATE INDEX count_history_subject ON count_history (workspace_id, subject, observed_at, id);
CREATE INDEX count_history_age ON count_history (confirmed_at);

-- +goose Down
DROP TABLE count_history;
