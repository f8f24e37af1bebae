-- Shares: links by which strangers see a board or a reference.

-- +goose Up
CREATE TABLE shares (
    id              TEXT PRIMARY KEY,
    workspace_id    TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    board_id        TEXT REFERENCES boards (id) ON DELETE CASCADE,
    reference_id    TEXT REFERENCES saved_references (id) ON DELETE CASCADE,
    digest          BYTEA NOT NULL UNIQUE, -- SHA-256 of the token in the link
    password_hash   TEXT NOT NULL,         -- argon2id; '' without a password
    with_notes      BOOLEAN NOT NULL,
    with_transcript BOOLEAN NOT NULL,
    with_media      BOOLEAN NOT NULL,
    open_graph      BOOLEAN NOT NULL,
    views           BIGINT NOT NULL,
    user_id         TEXT NOT NULL,         -- who made it; '' with a key
    key_id          TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    ends_at         BIGINT NOT NULL,       -- revoking moves it to now
    revoked_at      BIGINT,
    CHECK ((board_id IS NULL) <> (reference_id IS NULL))
);
CREATE INDEX shares_workspace ON shares (workspace_id, created_at, id);
CREATE INDEX shares_board ON shares (board_id);
CREATE INDEX shares_reference ON shares (reference_id);
CREATE INDEX shares_end ON shares (ends_at);

-- +goose Down
DROP TABLE shares;
