-- What members' browsers upload of a captured post's media, piece by piece, until an import takes it.

-- +goose Up
CREATE TABLE capture_pieces (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    capture_id   TEXT NOT NULL,   -- without a reference: the row stays until its bytes are deleted
    part         BIGINT NOT NULL, -- index of the picture or video in the post
    first_byte   BIGINT NOT NULL,
    bytes        BIGINT NOT NULL,
    total        BIGINT NOT NULL, -- bytes of the whole part
    sha256       TEXT NOT NULL,   -- of the whole part, as the browser says
    hash_state   BYTEA NOT NULL,  -- of SHA-256 over the part up to the end of this piece; empty until it is stored
    state        TEXT NOT NULL,   -- begun, stored, deleting
    blob_key     TEXT NOT NULL,
    uploaded_by  TEXT NOT NULL,   -- the person; '' none
    created_at   BIGINT NOT NULL
);
CREATE INDEX capture_pieces_part ON capture_pieces (capture_id, part, first_byte);
CREATE INDEX capture_pieces_workspace ON capture_pieces (workspace_id, created_at, id);
CREATE INDEX capture_pieces_age ON capture_pieces (state, created_at);
CREATE INDEX capture_pieces_blob ON capture_pieces (blob_key);
CREATE INDEX imports_capture ON imports (capture_id, id) WHERE capture_id <> '';

-- +goose Down
DROP INDEX imports_capture;
DROP TABLE capture_pieces;
