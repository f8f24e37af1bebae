-- Imports that keep the platform's own answers. Beside the table of imports, because few want it.

-- +goose Up
CREATE TABLE full_evidence (
    import_id    TEXT PRIMARY KEY REFERENCES imports (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL
);
