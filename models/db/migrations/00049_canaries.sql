-- When operations of routes were last answered, and the times in which they were not.

-- +goose Up
ALTER TABLE route_checks ADD COLUMN answered_at BIGINT; -- of the last check that was answered
ALTER TABLE route_checks ADD COLUMN failed_in_a_row BIGINT NOT NULL DEFAULT 0;

CREATE TABLE incidents (
    id          TEXT PRIMARY KEY,
    route_id    TEXT NOT NULL,
    operation   TEXT NOT NULL,
    code        TEXT NOT NULL, -- of the first check that failed
    detail      TEXT NOT NULL,
    began_at    BIGINT NOT NULL,
    ended_at    BIGINT, -- NULL: not yet
    told_at     BIGINT, -- when the operator was told that it began
    end_told_at BIGINT
);
CREATE UNIQUE INDEX incidents_open ON incidents (route_id, operation) WHERE ended_at IS NULL;
CREATE INDEX incidents_began ON incidents (began_at, id);

-- +goose Down
DROP TABLE incidents;
ALTER TABLE route_checks DROP COLUMN failed_in_a_row;
ALTER TABLE route_checks DROP COLUMN answered_at;
