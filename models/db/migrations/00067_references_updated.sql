-- References are listed by their last change, so that a copy elsewhere can be kept up to date.

-- +goose Up
CREATE INDEX refs_by_updated ON refs (workspace_id, updated_at, id);

-- +goose Down
DROP INDEX refs_by_updated;
