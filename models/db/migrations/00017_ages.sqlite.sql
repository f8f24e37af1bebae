-- What ends is found by its age, not by looking at what lives.

-- +goose Up
CREATE INDEX sessions_seen ON sessions (last_seen_at);
CREATE INDEX invites_expiry ON invites (expires_at);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);
CREATE INDEX email_proofs_expiry ON email_proofs (expires_at);
CREATE INDEX changed_answers_age ON changed_answers (at);
CREATE INDEX attempts_detailed ON attempts (finished_at) WHERE stages <> '[]'; -- whose stages are still told
CREATE INDEX imports_fruitless ON imports (finished_at) WHERE state IN ('failed', 'cancelled');
