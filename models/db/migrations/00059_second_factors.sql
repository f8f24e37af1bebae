-- The second factor of people who sign in with a password: codes of an app (TOTP), and recovery codes.

-- +goose Up
CREATE TABLE second_factors (
    user_id      TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT NOT NULL,   -- sealed
    confirmed_at BIGINT,          -- NULL: not yet; it is not asked for
    last_step    BIGINT NOT NULL, -- the time step of the last code that was accepted: none is accepted twice
    created_at   BIGINT NOT NULL
);
CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest  TEXT NOT NULL,
    PRIMARY KEY (user_id, digest)
);
