-- Idempotency keys keep the answers of every POST that makes something, not of imports alone.

-- +goose Up
ALTER TABLE idempotency_keys ADD COLUMN status BIGINT NOT NULL DEFAULT 202;

-- +goose Down
ALTER TABLE idempotency_keys DROP COLUMN status;
