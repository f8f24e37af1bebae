-- References, and the media that they keep.

-- +goose Up
-- One piece of content, known to all workspaces by the same id.
CREATE TABLE contents (
    subject TEXT PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE
);

-- "references" is a word of SQL.
CREATE TABLE saved_references (
    id                  TEXT PRIMARY KEY,
    workspace_id        TEXT NOT NULL REFERENCES workspaces (id),
    content_id          TEXT NOT NULL,
    import_id           TEXT,         -- the last successful import
    platform            TEXT NOT NULL,
    canonical_url       TEXT NOT NULL,
    state               TEXT NOT NULL, -- processing, ready, failed
    media_availability  TEXT NOT NULL, -- processing, ready, expired, failed, unavailable
    failure_code        TEXT NOT NULL,
    retryable           BOOLEAN NOT NULL,
    custom_title        TEXT,
    notes               TEXT,
    tags                TEXT NOT NULL, -- JSON array, first spellings
    source_observed     BYTEA,         -- JSON
    machine_derived     BYTEA,         -- JSON
    provenance          BYTEA,         -- JSON
    parts               BYTEA,         -- what became of each part of a post, JSON; NULL where there is one part alone
    primary_media_id    TEXT,
    poster_media_id     TEXT,
    transcript_media_id TEXT,
    hold_expires_at     BIGINT,
    hold_reason         TEXT NOT NULL,
    hold_revision       BIGINT NOT NULL,
    media_expired_at    BIGINT,
    revision            BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL,
    -- What lists are sorted by, kept beside the JSON that it was read from: -1 is unknown and comes last. sort_title follows
    -- with the words.
    view_count          BIGINT NOT NULL DEFAULT -1,
    like_count          BIGINT NOT NULL DEFAULT -1,
    length_ms           BIGINT NOT NULL DEFAULT -1,
    published_at        BIGINT NOT NULL DEFAULT -1,
    UNIQUE (workspace_id, content_id)
);
CREATE INDEX saved_references_workspace ON saved_references (workspace_id, created_at, id);
CREATE INDEX saved_references_by_views ON saved_references (workspace_id, view_count, id);
CREATE INDEX saved_references_by_likes ON saved_references (workspace_id, like_count, id);
CREATE INDEX saved_references_by_length ON saved_references (workspace_id, length_ms, id);
CREATE INDEX saved_references_by_published ON saved_references (workspace_id, published_at, id);
CREATE INDEX saved_references_link ON saved_references (workspace_id, canonical_url);
CREATE INDEX saved_references_by_updated ON saved_references (workspace_id, updated_at, id);
CREATE INDEX saved_references_content ON saved_references (content_id);
CREATE INDEX saved_references_holds ON saved_references (hold_expires_at) WHERE hold_expires_at IS NOT NULL;

-- A workspace's own tags, and those that the platform gave the content, both folded: case does not count.
CREATE TABLE reference_tags (
    reference_id TEXT NOT NULL REFERENCES saved_references (id) ON DELETE CASCADE,
    tag          TEXT NOT NULL,
    PRIMARY KEY (reference_id, tag)
);
CREATE INDEX reference_tags_tag ON reference_tags (tag);
CREATE TABLE reference_source_tags (
    reference_id TEXT NOT NULL REFERENCES saved_references (id) ON DELETE CASCADE,
    tag          TEXT NOT NULL,
    PRIMARY KEY (reference_id, tag)
);
CREATE INDEX reference_source_tags_tag ON reference_source_tags (tag);

-- Bytes that are kept, or on their way in or out. A row in state uploading precedes an upload; one in state deleting
-- outlives its bytes until they are surely gone.
CREATE TABLE media (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    reference_id TEXT NOT NULL,
    import_id    TEXT NOT NULL,
    role         TEXT NOT NULL,       -- primary, poster, transcript
    part         BIGINT NOT NULL DEFAULT 0, -- index of primary media
    state        TEXT NOT NULL,       -- uploading, ready, deleting, gone
    blob_key     TEXT NOT NULL,
    content_type TEXT NOT NULL,
    bytes        BIGINT NOT NULL,
    sha256       TEXT NOT NULL,
    filename     TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE INDEX media_reference ON media (reference_id);
CREATE INDEX media_unsettled ON media (state, created_at) WHERE state <> 'ready';

-- Timestamps of RFC 3161 over what imports committed, where the operator names an authority. A row is written with the
-- import and gets its token later.
CREATE TABLE stamps (
    import_id    TEXT PRIMARY KEY,
    reference_id TEXT NOT NULL REFERENCES saved_references (id) ON DELETE CASCADE,
    document     BYTEA NOT NULL, -- the provenance.json of bundles
    token        BYTEA,          -- NULL: not given yet
    created_at   BIGINT NOT NULL
);
CREATE INDEX stamps_reference ON stamps (reference_id);
