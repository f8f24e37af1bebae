-- +goose Up
-- While a worker sends to an endpoint, that endpoint is not due: one that hangs must not stand in the list of what is.
ALTER TABLE webhooks ADD COLUMN turn_until BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE webhooks DROP COLUMN turn_until;
