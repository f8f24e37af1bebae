-- What a key may spend, and what it has spent: days and months are in UTC, counted from 1970. A watch and an import spend by the
-- key that made them.

-- +goose Up
ALTER TABLE api_keys ADD COLUMN daily_credits BIGINT;   -- NULL: no bound
ALTER TABLE api_keys ADD COLUMN monthly_credits BIGINT; -- NULL: no bound
ALTER TABLE api_keys ADD COLUMN spent_day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN day_credits BIGINT NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN spent_month BIGINT NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN month_credits BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
ALTER TABLE watches ADD COLUMN key_id TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE watches DROP COLUMN key_id;
ALTER TABLE imports DROP COLUMN key_id;
ALTER TABLE api_keys DROP COLUMN month_credits;
ALTER TABLE api_keys DROP COLUMN spent_month;
ALTER TABLE api_keys DROP COLUMN day_credits;
ALTER TABLE api_keys DROP COLUMN spent_day;
ALTER TABLE api_keys DROP COLUMN monthly_credits;
ALTER TABLE api_keys DROP COLUMN daily_credits;
