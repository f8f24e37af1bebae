-- Boards: collections of references.

-- +goose Up
CREATE TABLE boards (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    description  TEXT NOT NULL,
    kind         TEXT NOT NULL, -- manual, smart
    filter       TEXT NOT NULL, -- of a smart board, parameters of the list of references as JSON; '' for manual
    sort         TEXT NOT NULL, -- the order of its references
    revision     BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);
CREATE INDEX boards_workspace ON boards (workspace_id, created_at, id);

-- What lies on a manual board, in its order. Places have gaps, so that one reference moves without the others.
CREATE TABLE board_references (
    board_id     TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    reference_id TEXT NOT NULL REFERENCES saved_references (id) ON DELETE CASCADE,
    place        BIGINT NOT NULL,
    added_at     BIGINT NOT NULL,
    PRIMARY KEY (board_id, reference_id)
);
CREATE INDEX board_references_place ON board_references (board_id, place, reference_id);
CREATE INDEX board_references_reference ON board_references (reference_id);

-- +goose Down
DROP TABLE board_references;
DROP TABLE boards;
