-- OAuth 2.1: programs of others that people let act in a workspace. A grant is a key whose text changes with each access token, so
-- that scopes, budget, revocation and the log of requests are those of keys.

-- +goose Up
CREATE TABLE oauth_clients (
    id            TEXT PRIMARY KEY,
    name          TEXT   NOT NULL,
    redirect_uris TEXT   NOT NULL, -- a JSON list
    used_at       BIGINT NOT NULL  -- when it was registered, or somebody last let it in
);
CREATE INDEX oauth_clients_used ON oauth_clients (used_at);
CREATE TABLE oauth_grants (
    id           TEXT PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id    TEXT   NOT NULL,
    refreshed_at BIGINT NOT NULL
);
CREATE INDEX oauth_grants_user ON oauth_grants (workspace_id, user_id);
CREATE TABLE oauth_codes (
    digest       TEXT PRIMARY KEY,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    consent      TEXT   NOT NULL, -- JSON: what was allowed to whom
    grant_id     TEXT,            -- NULL until the code was exchanged
    expires_at   BIGINT NOT NULL
);
CREATE INDEX oauth_codes_end ON oauth_codes (expires_at);
CREATE INDEX oauth_codes_of ON oauth_codes (workspace_id);
CREATE TABLE oauth_refresh_tokens (
    digest   TEXT PRIMARY KEY,
    grant_id TEXT   NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    made_at  BIGINT NOT NULL,
    used_at  BIGINT -- NULL: it is the last one of its grant
);
CREATE INDEX oauth_refresh_tokens_of ON oauth_refresh_tokens (grant_id);
CREATE INDEX oauth_refresh_tokens_made ON oauth_refresh_tokens (made_at);
