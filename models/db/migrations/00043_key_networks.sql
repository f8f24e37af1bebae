-- The networks from which a key may be used.

-- +goose Up
ALTER TABLE api_keys ADD COLUMN allowed_networks TEXT NOT NULL DEFAULT ''; -- CIDRs, separated by spaces; '' any

-- +goose Down
ALTER TABLE api_keys DROP COLUMN allowed_networks;
