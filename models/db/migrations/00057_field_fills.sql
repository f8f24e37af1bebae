-- How often platforms' answers have each field, by the hour; and incidents that are about a field, or about callers.

-- +goose Up
CREATE TABLE field_fills (
    route_id  TEXT NOT NULL,
    operation TEXT NOT NULL,
    kind      TEXT NOT NULL, -- of the content; '' for an account
    field     TEXT NOT NULL,
    hour      BIGINT NOT NULL, -- its start
    filled    BIGINT NOT NULL,
    answers   BIGINT NOT NULL,
    PRIMARY KEY (route_id, operation, kind, field, hour)
);
CREATE INDEX field_fills_age ON field_fills (hour);
ALTER TABLE incidents ADD COLUMN cause TEXT NOT NULL DEFAULT 'check'; -- check, calls or field
ALTER TABLE incidents ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE incidents ADD COLUMN field TEXT NOT NULL DEFAULT '';    -- '' if it is about checks
ALTER TABLE incidents ADD COLUMN share BIGINT NOT NULL DEFAULT 0;   -- of answers that have the field, in thousandths
ALTER TABLE incidents ADD COLUMN settled BIGINT NOT NULL DEFAULT 0; -- the share before

-- +goose Down
ALTER TABLE incidents DROP COLUMN settled;
ALTER TABLE incidents DROP COLUMN share;
ALTER TABLE incidents DROP COLUMN field;
ALTER TABLE incidents DROP COLUMN kind;
ALTER TABLE incidents DROP COLUMN cause;
DROP TABLE field_fills;
