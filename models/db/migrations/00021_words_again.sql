-- Emoji and the words on an ad's button are searched, too: housekeeping writes the words of all references anew.

-- +goose Up
UPDATE reference_words SET stale = TRUE;
