-- Stage records move into the row of their attempt: they were never asked for apart, and nine rows for each attempt were
-- written for what is one. cause is for support only, without addresses, at most 2 kB.

-- +goose Up
ALTER TABLE attempts ADD COLUMN cause TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN stages TEXT NOT NULL DEFAULT '[]';
UPDATE attempts SET stages = (SELECT json_group_array(json_object('stage', s.stage, 'state', s.state, 'startedAt', s.started_at,
	'finishedAt', s.finished_at, 'failureCode', s.failure_code)) FROM (SELECT * FROM stages WHERE attempt_id = attempts.id ORDER BY position) s);
UPDATE attempts SET cause = s.cause FROM stages s WHERE s.attempt_id = attempts.id AND s.state = 'failed';
DROP TABLE stages;

-- +goose Down
CREATE TABLE stages (
	attempt_id   TEXT NOT NULL REFERENCES attempts (id),
	position     BIGINT NOT NULL,
	stage        TEXT NOT NULL,
	state        TEXT NOT NULL,
	started_at   BIGINT,
	finished_at  BIGINT,
	failure_code TEXT NOT NULL,
	cause        TEXT NOT NULL,
	PRIMARY KEY (attempt_id, position)
);
INSERT INTO stages SELECT a.id, s.key, s.value->>'stage', s.value->>'state', s.value->>'startedAt', s.value->>'finishedAt',
	COALESCE(s.value->>'failureCode', ''), CASE s.value->>'state' WHEN 'failed' THEN a.cause ELSE '' END
	FROM attempts a, json_each(a.stages) s;
ALTER TABLE attempts DROP COLUMN stages;
ALTER TABLE attempts DROP COLUMN cause;
