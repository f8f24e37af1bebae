-- What the last check of each route found, and answers of platforms in which something that is needed was missing, so that a changed platform can be mended.

-- +goose Up
CREATE TABLE changed_answers (
    id        TEXT PRIMARY KEY,
    route_id  TEXT NOT NULL,
    operation TEXT NOT NULL,
    at        BIGINT NOT NULL,
    missing   TEXT NOT NULL, -- names of what was missing, one a line
    head      TEXT NOT NULL, -- the beginning of the last answer
    calls     BYTEA NOT NULL -- the calls, scrubbed, as JSON under gzip
);
CREATE INDEX changed_answers_route ON changed_answers (route_id, at);

CREATE TABLE route_checks (
    route_id  TEXT NOT NULL,
    operation TEXT NOT NULL,
    at        BIGINT NOT NULL,
    code      TEXT NOT NULL, -- '' when it answered
    detail    TEXT NOT NULL, -- what was missing, or why it failed
    bytes     BIGINT NOT NULL,
    ms        BIGINT NOT NULL,
    PRIMARY KEY (route_id, operation)
);

-- +goose Down
DROP TABLE route_checks;
DROP TABLE changed_answers;
