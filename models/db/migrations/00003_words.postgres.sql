-- The index of words that references are found by: arrays under an inverted index. written are the words of people and of
-- the source, said those of the transcript. Tags are kept folded: case does not count.

-- +goose Up
CREATE TABLE ref_words (
	ref_id  TEXT PRIMARY KEY REFERENCES refs (id) ON DELETE CASCADE,
	written TEXT[] NOT NULL,
	said    TEXT[] NOT NULL
);
CREATE INDEX ref_words_all ON ref_words USING GIN ((written || said));
CREATE TABLE ref_tags (
	ref_id TEXT NOT NULL REFERENCES refs (id) ON DELETE CASCADE,
	tag    TEXT NOT NULL,
	PRIMARY KEY (ref_id, tag)
);
CREATE INDEX ref_tags_tag ON ref_tags (tag);

-- +goose Down
DROP TABLE ref_tags;
DROP TABLE ref_words;
