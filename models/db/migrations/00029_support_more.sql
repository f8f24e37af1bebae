-- What support finds and marks: imports and failed requests by their content, and groups of failures that are known.

-- +goose Up
CREATE INDEX refs_content ON refs (content_id);
CREATE INDEX imports_content ON imports (subject, created_at);
CREATE INDEX request_log_failed ON request_log (subject, at) WHERE code <> '' AND subject <> '';
ALTER TABLE attempts ADD COLUMN program TEXT NOT NULL DEFAULT ''; -- version of the program in which it failed
CREATE TABLE known_failures (
    code      TEXT NOT NULL,
    reason    TEXT NOT NULL,
    platform  TEXT NOT NULL,
    route_id  TEXT NOT NULL,
    note      TEXT NOT NULL,
    mended_in TEXT NOT NULL, -- version of the program; '' unknown
    until     BIGINT NOT NULL,
    marked_by TEXT NOT NULL,
    marked_at BIGINT NOT NULL,
    PRIMARY KEY (code, reason, platform, route_id)
);

-- +goose Down
DROP TABLE known_failures;
ALTER TABLE attempts DROP COLUMN program;
DROP INDEX request_log_failed;
DROP INDEX imports_content;
DROP INDEX refs_content;
