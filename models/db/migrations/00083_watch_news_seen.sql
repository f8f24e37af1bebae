-- Until when each member has seen what a watch found: news before that stand on the overview no more. Watches have no column for that,
-- because it is each member's own.

-- +goose Up
CREATE TABLE watch_news_seen (
    watch_id TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seen_at  BIGINT NOT NULL,
    PRIMARY KEY (watch_id, user_id)
);
CREATE INDEX watch_news_seen_user ON watch_news_seen (user_id);
