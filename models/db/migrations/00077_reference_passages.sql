-- Vectors of parts of what is said in references, by which a search by meaning leads to the moment. There are rows only where the operator
-- has a server for it, for references with a transcript.

-- +goose Up
CREATE TABLE reference_passages (
    reference_id TEXT PRIMARY KEY REFERENCES saved_references (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL, -- of the reference
    model        TEXT NOT NULL, -- that made the vectors
    passages     TEXT NOT NULL  -- JSON: an array of {at, text, vector}, at in milliseconds
);
UPDATE reference_meanings SET due_at = 0 WHERE vector IS NOT NULL AND due_at IS NULL; -- so that those that have a transcript get theirs

-- +goose Down
DROP TABLE reference_passages;
