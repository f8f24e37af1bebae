-- +goose Up
-- Captions are kept by language, and an item lists which exist: null where they were not asked for. Items that were
-- observed before get the key; with their captions they are asked for again, because their list is not known.
DELETE FROM observations o WHERE variant = '' AND EXISTS (
    SELECT 1 FROM observations n WHERE n.subject = o.subject AND n.variant = 'captions' AND n.observed_at > o.observed_at);
DELETE FROM observations o WHERE variant = 'captions' AND EXISTS (
    SELECT 1 FROM observations n WHERE n.subject = o.subject AND n.variant = '');
UPDATE observations SET variant = '', body_full = NULL WHERE variant = 'captions';
UPDATE observations SET body = substring(body FROM 1 FOR length(body) - 1) || convert_to(',"captions":null}', 'UTF8')
    WHERE subject LIKE 'item:%' AND length(body) > 2 AND position(convert_to('"captions":', 'UTF8') IN body) = 0;

-- +goose Down
DELETE FROM observations WHERE variant LIKE 'captions:%';
