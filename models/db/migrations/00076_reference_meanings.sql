-- Vectors of what references are about, by which they are found by meaning. There are rows only where the operator has a server for it.

-- +goose Up
CREATE TABLE reference_meanings (
    reference_id TEXT PRIMARY KEY REFERENCES saved_references (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,   -- of the reference
    model        TEXT NOT NULL,   -- that made the vector; '' before the first one
    vector       BYTEA,           -- one byte a dimension; NULL: not made yet, or the reference has no text
    due_at       BIGINT,          -- from when the vector is made, again if the texts have changed; NULL: it is current
    changes      BIGINT NOT NULL, -- how often the texts were changed since the row was made
    updated_at   BIGINT NOT NULL  -- of the vector
);
CREATE INDEX reference_meanings_due ON reference_meanings (due_at, reference_id) WHERE due_at IS NOT NULL;
CREATE INDEX reference_meanings_updated ON reference_meanings (workspace_id, model, updated_at, reference_id) WHERE vector IS NOT NULL;

-- +goose Down
DROP TABLE reference_meanings;
