-- What the public page of sources shows is counted by one process at a time, and read as one row.

-- +goose Up
CREATE TABLE route_reports (
    name       TEXT PRIMARY KEY,
    claimed_at BIGINT NOT NULL, -- when a process began to count
    made_at    BIGINT NOT NULL, -- 0 until it was ever counted
    body       TEXT NOT NULL    -- JSON
);
INSERT INTO route_reports (name, claimed_at, made_at, body) VALUES ('public', 0, 0, '');

-- +goose Down
DROP TABLE route_reports;
