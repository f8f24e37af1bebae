-- +goose Up
-- Captions are kept by language, and an item lists which exist: null where they were not asked for. Items that were
-- observed before get the key; with their captions they are asked for again, because their list is not known.
DELETE FROM observations AS o WHERE variant = '' AND EXISTS (
    SELECT 1 FROM observations n WHERE n.subject = o.subject AND n.variant = 'captions' AND n.observed_at > o.observed_at);
DELETE FROM observations AS o WHERE variant = 'captions' AND EXISTS (
    SELECT 1 FROM observations n WHERE n.subject = o.subject AND n.variant = '');
UPDATE observations SET variant = '', body_full = NULL WHERE variant = 'captions';
UPDATE observations SET body = CAST(substr(CAST(body AS TEXT), 1, length(CAST(body AS TEXT)) - 1) || ',"captions":null}' AS BLOB)
    WHERE subject LIKE 'item:%' AND length(body) > 2 AND instr(CAST(body AS TEXT), '"captions":') = 0;

-- +goose Down
DELETE FROM observations WHERE variant LIKE 'captions:%';
