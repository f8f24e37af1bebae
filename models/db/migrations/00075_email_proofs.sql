-- Mail goes only to addresses that were proved by a link in a mail, or accepted by the operator. People whom operators made are
-- accepted; everybody else proves theirs.

-- +goose Up
ALTER TABLE users ADD COLUMN email_proved_at BIGINT; -- NULL: nothing is mailed to it but a link that proves it
UPDATE users SET email_proved_at = created_at WHERE operator OR support;

CREATE TABLE email_proofs (
    id           TEXT PRIMARY KEY,
    email        TEXT NOT NULL,
    user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- whose address it is; NULL of an invite
    invite_id    TEXT,                                         -- which the link accepts; NULL of a person's own link
    workspace_id TEXT REFERENCES workspaces (id) ON DELETE CASCADE, -- of the invite
    digest       TEXT NOT NULL,                                -- of the token in the link; '' once it was used
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX email_proofs_digest ON email_proofs (digest) WHERE digest <> '';
CREATE INDEX email_proofs_email ON email_proofs (email, created_at);
CREATE INDEX email_proofs_workspace ON email_proofs (workspace_id, created_at);

-- +goose Down
DROP TABLE email_proofs;
ALTER TABLE users DROP COLUMN email_proved_at;
