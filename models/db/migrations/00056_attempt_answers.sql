-- What the platforms answered when attempts failed, to be read again by later versions; and what checks read when they succeeded.

-- +goose Up
CREATE TABLE attempt_answers (
    attempt_id TEXT PRIMARY KEY,
    import_id  TEXT NOT NULL,
    route_id   TEXT NOT NULL,
    at         BIGINT NOT NULL,
    bytes      BIGINT NOT NULL, -- of calls
    asked      TEXT NOT NULL,   -- what was asked for, JSON
    calls      TEXT NOT NULL    -- the calls, scrubbed, sealed
);
CREATE INDEX attempt_answers_route ON attempt_answers (route_id, at, attempt_id, bytes);
CREATE INDEX attempt_answers_age ON attempt_answers (at, attempt_id, bytes);
CREATE INDEX attempt_answers_import ON attempt_answers (import_id);
ALTER TABLE route_checks ADD COLUMN good TEXT NOT NULL DEFAULT ''; -- the item that the last answered check read, JSON

-- +goose Down
ALTER TABLE route_checks DROP COLUMN good;
DROP TABLE attempt_answers;
