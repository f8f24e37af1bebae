-- An erasure may be of one account of a platform. While it is under way it knows the account, how far it is and by which names the
-- account's data goes; all three end with it.

-- +goose Up
ALTER TABLE erasures ADD COLUMN subject TEXT NOT NULL DEFAULT '';  -- natural id of the account; '' of a workspace, and in a receipt
ALTER TABLE erasures ADD COLUMN progress TEXT NOT NULL DEFAULT ''; -- JSON; '' at the beginning and in a receipt
CREATE TABLE erasure_names (
    erasure_id TEXT NOT NULL REFERENCES erasures (id) ON DELETE CASCADE,
    name       TEXT NOT NULL, -- an id, an address or the subject of an answer
    PRIMARY KEY (erasure_id, name)
);
