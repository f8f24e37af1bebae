-- +goose Up
-- The newest hour that is kept says from where calls are counted.
CREATE INDEX route_hours_hour ON route_hours (hour);

-- +goose Down
DROP INDEX route_hours_hour;
