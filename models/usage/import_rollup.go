package usage

import (
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
)

// importRollup counts the imports of a workspace created in one bucket that ended alike.
type importRollup struct {
	WorkspaceID string           `gorm:"primaryKey"`
	Span        int64            `gorm:"primaryKey"` // its width, one of bucketWidths
	At          int64            `gorm:"primaryKey"` // its start
	Platform    content.Platform `gorm:"primaryKey"`
	State       imports.State    `gorm:"primaryKey"`
	OutcomeCode apierror.Code    `gorm:"primaryKey"`
	N           int64
}

// importRollups counts imports: once an import has ended, these columns never change.
var importRollups = rollupSource{
	rows:      "imports",
	unsettled: "state IN ('accepted', 'queued', 'running', 'retry_wait')",
	addSQL: `INSERT INTO import_rollups (workspace_id, span, at, platform, state, outcome_code, n)
		SELECT workspace_id, CAST(? AS BIGINT), created_at - created_at % ?, platform, state, outcome_code, COUNT(*) FROM imports
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? GROUP BY 1, 3, 4, 5, 6
		ON CONFLICT (workspace_id, span, at, platform, state, outcome_code) DO UPDATE SET n = import_rollups.n + excluded.n`,
}

// The parts of a usage report's statement: see windowRows.
const (
	usageFromImports = `SELECT (created_at - ?) / ? AS bucket, platform, state, outcome_code, COUNT(*) AS n FROM imports
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? GROUP BY 1, 2, 3, 4`
	usageFromRollups = `SELECT (at - ?) / ? AS bucket, platform, state, outcome_code, CAST(SUM(n) AS BIGINT) AS n FROM import_rollups
		WHERE workspace_id = ? AND at >= ? AND at < ? AND span = ? GROUP BY 1, 2, 3, 4`
)
