-- +goose Up
-- Workers choose the next import by workspace, the oldest one first: the choice must not grow with what waits.
CREATE INDEX imports_waiting ON imports (workspace_id, id, state, next_attempt_at) WHERE (state = 'queued' OR state = 'accepted' AND next_attempt_at IS NULL);
ALTER TABLE imports ADD COLUMN trace TEXT NOT NULL DEFAULT ''; -- traceparent of the request

-- +goose Down
ALTER TABLE imports DROP COLUMN trace;
DROP INDEX imports_waiting;
