-- What ends is found by its age, not by looking at what lives. Made without locking writers out.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS sessions_seen;
CREATE INDEX CONCURRENTLY sessions_seen ON sessions (last_seen_at);
DROP INDEX CONCURRENTLY IF EXISTS invites_expiry;
CREATE INDEX CONCURRENTLY invites_expiry ON invites (expires_at);
DROP INDEX CONCURRENTLY IF EXISTS password_resets_expiry;
CREATE INDEX CONCURRENTLY password_resets_expiry ON password_resets (expires_at);
DROP INDEX CONCURRENTLY IF EXISTS email_proofs_expiry;
CREATE INDEX CONCURRENTLY email_proofs_expiry ON email_proofs (expires_at);
DROP INDEX CONCURRENTLY IF EXISTS changed_answers_age;
CREATE INDEX CONCURRENTLY changed_answers_age ON changed_answers (at);
DROP INDEX CONCURRENTLY IF EXISTS attempts_detailed;
CREATE INDEX CONCURRENTLY attempts_detailed ON attempts (finished_at) WHERE stages <> '[]'; -- whose stages are still told
DROP INDEX CONCURRENTLY IF EXISTS imports_fruitless;
CREATE INDEX CONCURRENTLY imports_fruitless ON imports (finished_at) WHERE state IN ('failed', 'cancelled');
RESET statement_timeout;
