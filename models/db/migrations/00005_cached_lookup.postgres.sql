-- Nothing to do: a row of PostgreSQL is one step from any index. See the SQLite file of this number.

-- +goose Up
SELECT 1;

-- +goose Down
SELECT 1;
