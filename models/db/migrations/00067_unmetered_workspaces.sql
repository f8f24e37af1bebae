-- Workspaces whose use is counted, but which are refused nothing for credits.

-- +goose Up
CREATE TABLE unmetered_workspaces (
    workspace_id TEXT PRIMARY KEY,
    spent_before BIGINT NOT NULL, -- credits that it had spent when it became unmetered
    since        BIGINT NOT NULL
);
