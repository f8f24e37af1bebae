-- Why an import failed, beside how it ended: the code of its last attempt, how the platform refused, and what it answered.

-- +goose Up
ALTER TABLE attempts ADD COLUMN reason TEXT NOT NULL DEFAULT ''; -- '' unknown
ALTER TABLE attempts ADD COLUMN answer TEXT NOT NULL DEFAULT ''; -- JSON, for support only: scrubbed, '' without one
ALTER TABLE imports ADD COLUMN cause_code TEXT NOT NULL DEFAULT '';
ALTER TABLE imports ADD COLUMN cause_reason TEXT NOT NULL DEFAULT '';
UPDATE imports SET cause_code = COALESCE((SELECT a.failure_code FROM attempts a WHERE a.import_id = imports.id AND a.number = imports.attempt), '')
    WHERE state IN ('failed', 'retry_wait');

-- +goose Down
ALTER TABLE imports DROP COLUMN cause_reason;
ALTER TABLE imports DROP COLUMN cause_code;
ALTER TABLE attempts DROP COLUMN answer;
ALTER TABLE attempts DROP COLUMN reason;
