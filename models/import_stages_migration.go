package models

import "github.com/pressly/goose/v3"

// stagesVersion is the migration that moves stage records into the row of their attempt: they were never asked for apart,
// and nine rows for each attempt were written for what is one.
const stagesVersion = 8

// stagesInRows is the table that was before.
const stagesInRows = `CREATE TABLE stages (
	attempt_id   TEXT NOT NULL REFERENCES attempts (id),
	position     BIGINT NOT NULL,
	stage        TEXT NOT NULL,
	state        TEXT NOT NULL,
	started_at   BIGINT,
	finished_at  BIGINT,
	failure_code TEXT NOT NULL,
	cause        TEXT NOT NULL,
	PRIMARY KEY (attempt_id, position)
)`

// What differs: how each database makes JSON of rows, and rows of JSON.
const (
	gatherInPostgres = `UPDATE attempts SET stages = COALESCE((SELECT json_agg(json_build_object('stage', s.stage, 'state', s.state, 'startedAt', s.started_at,
			'finishedAt', s.finished_at, 'failureCode', s.failure_code) ORDER BY s.position)::text FROM stages s WHERE s.attempt_id = attempts.id), '[]')`
	gatherInSQLite = `UPDATE attempts SET stages = (SELECT json_group_array(json_object('stage', s.stage, 'state', s.state, 'startedAt', s.started_at,
			'finishedAt', s.finished_at, 'failureCode', s.failure_code)) FROM (SELECT * FROM stages WHERE attempt_id = attempts.id ORDER BY position) s)`
	spreadInPostgres = `INSERT INTO stages SELECT a.id, s.at - 1, s.rec->>'stage', s.rec->>'state', (s.rec->>'startedAt')::bigint, (s.rec->>'finishedAt')::bigint,
			COALESCE(s.rec->>'failureCode', ''), CASE s.rec->>'state' WHEN 'failed' THEN a.cause ELSE '' END
		FROM attempts a, json_array_elements(a.stages::json) WITH ORDINALITY AS s (rec, at)`
	spreadInSQLite = `INSERT INTO stages SELECT a.id, s.key, s.value->>'stage', s.value->>'state', s.value->>'startedAt', s.value->>'finishedAt',
			COALESCE(s.value->>'failureCode', ''), CASE s.value->>'state' WHEN 'failed' THEN a.cause ELSE '' END
		FROM attempts a, json_each(a.stages) s`
)

// stagesMigration moves stage records into their attempts, and back.
func (s *Store) stagesMigration() *goose.Migration {
	gather, spread := gatherInSQLite, spreadInSQLite
	if s.pg {
		gather, spread = gatherInPostgres, spreadInPostgres
	}
	up := []string{
		`ALTER TABLE attempts ADD COLUMN cause TEXT NOT NULL DEFAULT ''`, // for support only, scrubbed, at most 2 kB
		`ALTER TABLE attempts ADD COLUMN stages TEXT NOT NULL DEFAULT '[]'`,
		gather,
		`UPDATE attempts SET cause = s.cause FROM stages s WHERE s.attempt_id = attempts.id AND s.state = 'failed'`,
		`DROP TABLE stages`,
	}
	down := []string{stagesInRows, spread, `ALTER TABLE attempts DROP COLUMN stages`, `ALTER TABLE attempts DROP COLUMN cause`}
	return goose.NewGoMigration(stagesVersion, &goose.GoFunc{RunTx: statements(up)}, &goose.GoFunc{RunTx: statements(down)})
}
