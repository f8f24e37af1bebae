-- What waits is looked for by endpoint: one that does not answer may have any number of deliveries, which the others must not
-- be looked for among.

-- +goose Up
DROP INDEX deliveries_due;
CREATE INDEX deliveries_pending ON deliveries (webhook_id, next_at) WHERE state = 'pending';

-- +goose Down
DROP INDEX deliveries_pending;
CREATE INDEX deliveries_due ON deliveries (next_at, webhook_id) WHERE state = 'pending';
