-- Perceptual hashes of kept pictures, posters and shots, by which copies of a picture are found.

-- +goose Up
CREATE TABLE picture_hashes (
    reference_id TEXT NOT NULL REFERENCES saved_references (id) ON DELETE CASCADE,
    media_id     TEXT NOT NULL,   -- '' for shots of a video that was not kept
    start_ms     BIGINT NOT NULL, -- of a shot; -1 for the file itself, which has one row
    workspace_id TEXT NOT NULL,   -- of the reference
    sha256       TEXT NOT NULL,   -- of a kept part; '' in other rows
    hash         BIGINT,          -- NULL: a video, a plain picture, or one that could not be read
    band0        BIGINT,          -- the hash in four parts of 16 bits
    band1        BIGINT,
    band2        BIGINT,
    band3        BIGINT,
    PRIMARY KEY (reference_id, media_id, start_ms)
);
CREATE INDEX picture_hashes_band0 ON picture_hashes (workspace_id, band0, hash, reference_id) WHERE hash IS NOT NULL;
CREATE INDEX picture_hashes_band1 ON picture_hashes (workspace_id, band1, hash, reference_id) WHERE hash IS NOT NULL;
CREATE INDEX picture_hashes_band2 ON picture_hashes (workspace_id, band2, hash, reference_id) WHERE hash IS NOT NULL;
CREATE INDEX picture_hashes_band3 ON picture_hashes (workspace_id, band3, hash, reference_id) WHERE hash IS NOT NULL;
CREATE INDEX picture_hashes_sha256 ON picture_hashes (workspace_id, sha256, reference_id) WHERE sha256 <> '';
CREATE INDEX picture_hashes_media ON picture_hashes (media_id, start_ms);

-- +goose Down
DROP TABLE picture_hashes;
