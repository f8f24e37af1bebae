-- Where short and share links lead, as the platforms said.

-- +goose Up
CREATE TABLE followed_links (
    short    TEXT PRIMARY KEY,
    target   TEXT NOT NULL,
    kept_at  BIGINT NOT NULL
);
CREATE INDEX followed_links_kept ON followed_links (kept_at);

-- +goose Down
DROP TABLE followed_links;
