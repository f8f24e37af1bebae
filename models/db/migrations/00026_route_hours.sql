-- Calls of each route by the hour, kept after the calls themselves are gone: the share of answers over weeks.

-- +goose Up
CREATE TABLE route_hours (
    route_id  TEXT NOT NULL,
    hour      BIGINT NOT NULL, -- its beginning
    succeeded BIGINT NOT NULL,
    failed    BIGINT NOT NULL,
    PRIMARY KEY (route_id, hour)
);
CREATE INDEX route_hours_age ON route_hours (hour);

-- +goose Down
DROP TABLE route_hours;
