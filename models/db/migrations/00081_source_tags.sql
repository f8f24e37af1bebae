-- References are found by the tags that the platform gave their content, folded as a workspace's own. References of
-- before have none until their link is imported again.

-- +goose Up
CREATE TABLE ref_source_tags (
	ref_id TEXT NOT NULL REFERENCES refs (id) ON DELETE CASCADE,
	tag    TEXT NOT NULL,
	PRIMARY KEY (ref_id, tag)
);
CREATE INDEX ref_source_tags_tag ON ref_source_tags (tag);

-- +goose Down
DROP TABLE ref_source_tags;
