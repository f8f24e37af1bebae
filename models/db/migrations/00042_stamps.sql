-- +goose Up
-- Timestamps of RFC 3161 over what imports committed, where the operator names an authority. A row is written with the
-- import and gets its token later: next_at says when to ask again.
CREATE TABLE stamps (
    import_id  TEXT PRIMARY KEY,
    ref_id     TEXT NOT NULL REFERENCES refs (id) ON DELETE CASCADE,
    document   BYTEA NOT NULL, -- the provenance.json of bundles
    token      BYTEA,          -- null: not given yet
    attempts   BIGINT NOT NULL,
    next_at    BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX stamps_ref ON stamps (ref_id);
CREATE INDEX stamps_due ON stamps (next_at) WHERE token IS NULL;

-- +goose Down
DROP TABLE stamps;
