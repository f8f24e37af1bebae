-- When the task of an import was last sent, or seen waiting in the queue: repair goes by it, so that updated_at moves only
-- with the import.

-- +goose Up
ALTER TABLE imports ADD COLUMN sent_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE imports DROP COLUMN sent_at;
