-- Names of elements in platforms' lists that this version does not know, by the day.

-- +goose Up
CREATE TABLE unread_elements (
    route_id  TEXT NOT NULL,
    operation TEXT NOT NULL,
    name      TEXT NOT NULL,
    day       BIGINT NOT NULL, -- its start
    pages     BIGINT NOT NULL, -- answers that had it
    PRIMARY KEY (route_id, operation, name, day)
);
CREATE INDEX unread_elements_age ON unread_elements (day);
