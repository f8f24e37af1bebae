-- Changes of shapes that operators make on a page: each is tried by known objects, then by one process, then in use everywhere.

-- +goose Up
CREATE TABLE rollouts (
    id            TEXT PRIMARY KEY,
    base          TEXT NOT NULL,   -- version of the shapes over which the text is laid
    version       TEXT NOT NULL,   -- of the result
    text          TEXT NOT NULL,   -- JSON, as a file of shapes
    state         TEXT NOT NULL,
    under_way     BOOLEAN NOT NULL, -- it is still being tried
    why           TEXT NOT NULL,   -- what ended it, a sentence; '' while it is in use
    tried         TEXT NOT NULL,   -- what the known objects answered before and with it, JSON
    process       TEXT NOT NULL,   -- that uses it first; '' before one does
    seen_at       BIGINT,          -- when that process said last that it uses it
    user_id       TEXT NOT NULL,
    reason        TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    one_at        BIGINT,
    everywhere_at BIGINT,
    ended_at      BIGINT
);
CREATE UNIQUE INDEX rollouts_under_way ON rollouts (under_way) WHERE under_way;
CREATE INDEX rollouts_newest ON rollouts (created_at DESC, id DESC);
ALTER TABLE route_calls ADD COLUMN shapes TEXT NOT NULL DEFAULT ''; -- version of the shapes that the call used
