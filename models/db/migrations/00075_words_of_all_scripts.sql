-- Words of scripts with vowel signs and of those without blanks are read otherwise: housekeeping writes the words of all references anew.

-- +goose Up
UPDATE reference_words SET stale = TRUE;
