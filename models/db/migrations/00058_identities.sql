-- Who a person is at the operator's OpenID Connect issuer.

-- +goose Up
CREATE TABLE identities (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL, -- the issuer's name for the person, which it never gives to another
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX identities_user ON identities (user_id, issuer);
