package usage

import (
	"context"
	"time"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// SpentBucket is the sum of charges in one bucket, in credits.
type SpentBucket struct {
	Start   time.Time
	Credits int64
}

// ledgerRollup is the sum of a workspace's charges in one bucket width, in credits.
type ledgerRollup struct {
	WorkspaceID string `gorm:"primaryKey"`
	Span        int64  `gorm:"primaryKey"` // its width, one of bucketWidths
	At          int64  `gorm:"primaryKey"` // its start
	Spent       int64
}

// ledgerRollups counts charges: ledger entries never change.
var ledgerRollups = rollupSource{
	rows: "ledger_entries",
	addSQL: `INSERT INTO ledger_rollups (workspace_id, span, at, spent)
		SELECT workspace_id, CAST(? AS BIGINT), created_at - created_at % ?, CAST(-SUM(amount) AS BIGINT) FROM ledger_entries
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1, 3
		ON CONFLICT (workspace_id, span, at) DO UPDATE SET spent = ledger_rollups.spent + excluded.spent`,
}

// The parts of the statement: see windowRows.
const (
	spentFromLedger = `SELECT (created_at - ?) / ? AS bucket, CAST(-SUM(amount) AS BIGINT) AS credits FROM ledger_entries
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1`
	spentFromRollups = `SELECT (at - ?) / ? AS bucket, CAST(SUM(spent) AS BIGINT) AS credits FROM ledger_rollups
		WHERE workspace_id = ? AND at >= ? AND at < ? AND span = ? GROUP BY 1`
)

// Spending returns the charges of a workspace by bucket of a window, including empty buckets. Like Report it reads
// rollups if they exist.
func (s *Store) Spending(ctx context.Context, workspaceID string, w Window) ([]SpentBucket, error) {
	var mark int64
	q := s.Read(ctx).Model(&rollupWatermark{}).Select("COALESCE(MAX(counted_until), 0)")
	if err := q.Where("workspace_id = ? AND tally = ?", workspaceID, ledgerRollups.rows).Scan(&mark).Error; err != nil {
		return nil, db.Error(err)
	}
	var rows []struct {
		Bucket  int
		Credits int64
	}
	if err := s.windowRows(ctx, workspaceID, w, mark, spentFromLedger, spentFromRollups, &rows); err != nil {
		return nil, err
	}
	var series []SpentBucket
	starts := w.Starts()
	for _, start := range starts {
		series = append(series, SpentBucket{Start: start})
	}
	for _, r := range rows {
		series[w.bucketOf(r.Bucket, starts)].Credits += r.Credits
	}
	return series, nil
}

// Sum returns the credits of all buckets.
func Sum(series []SpentBucket) (credits int64) {
	for _, b := range series {
		credits += b.Credits
	}
	return credits
}

// Spent is what one spender was charged in one bucket of a window.
type Spent struct {
	By      string // name of a billing.Spender in the ledger; "" if unknown
	For     Purpose
	Bucket  int // its index in the window
	Credits int64
}

// Purpose is what credits were spent for.
type Purpose string

// The purposes. What a watch reads is ForWatches, what it imports is not.
const (
	ForItems      Purpose = "item:"
	ForAccounts   Purpose = "accou"
	ForLists      Purpose = "items"
	ForComments   Purpose = "comme"
	ForSearches   Purpose = "searc"
	ForWatches    Purpose = "watch"
	ForImports    Purpose = "import:" + Purpose(content.PartFetch)
	ForTranscript Purpose = "import:" + Purpose(content.PartTranscript)
	ForSpeech     Purpose = "import:" + Purpose(content.PartSpeech)
	ForAnalysis   Purpose = "import:" + Purpose(content.PartAnalysis)
	ForMedia      Purpose = "import:" + Purpose(content.PartMedia)
)

// purposeSQL returns the purpose of an entry: the part of an import, a watch, or the beginning of the subject of a lookup.
const purposeSQL = "CASE WHEN substr(reason, 1, 7) = 'import:' THEN 'import:' || part WHEN substr(spent_by, 1, 6) = '" + billing.ByWatch + ":' THEN 'watch' ELSE substr(subject, 1, 5) END"

// MostSummed is how many charges SpendingBy adds up: the latest.
const MostSummed = 20_000

// SpendingBy returns the charges of each spender and purpose by bucket of a window. cut reports that there were more than MostSummed.
func (s *Store) SpendingBy(ctx context.Context, workspaceID string, w Window) (list []Spent, cut bool, err error) {
	var rows []struct {
		SpentBy    string
		Purpose    Purpose
		Bucket     int
		Credits, N int64
	}
	err = s.Read(ctx).Raw(`SELECT spent_by, purpose, (created_at - ?) / ? AS bucket, CAST(-SUM(amount) AS BIGINT) AS credits, COUNT(*) AS n FROM (
		SELECT spent_by, `+purposeSQL+` AS purpose, created_at, amount FROM ledger_entries WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0
		ORDER BY created_at DESC LIMIT ?) AS latest GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
		db.Micros(w.origin()), w.step().Microseconds(), workspaceID, db.Micros(w.Start), db.Micros(w.End), MostSummed).Scan(&rows).Error
	starts, n := w.Starts(), int64(0)
	for _, r := range rows {
		list, n = append(list, Spent{By: r.SpentBy, For: r.Purpose, Bucket: w.bucketOf(r.Bucket, starts), Credits: r.Credits}), n+r.N
	}
	return list, n >= MostSummed, db.Error(err)
}

// paceOf is the period over which a pace is measured.
const paceOf = 7 * day

// Pace is how fast a workspace spends: its charges of the last seven days.
type Pace struct {
	Spent int64
	Over  time.Duration // a younger workspace is measured since its creation, but over at least a day
}

// Pace returns how fast a workspace spends.
func (s *Store) Pace(ctx context.Context, workspaceID string) (p Pace, err error) {
	w, _ := s.PresetWindow("7d", nil)
	series, err := s.Spending(ctx, workspaceID, w)
	if err != nil {
		return p, err
	}
	p.Spent = Sum(series)
	var first *int64
	err = s.Read(ctx).Raw("SELECT MIN(created_at) FROM ledger_entries WHERE workspace_id = ?", workspaceID).Scan(&first).Error
	p.Over = paceOf
	if first != nil {
		p.Over = min(paceOf, max(day, s.Now().Sub(db.FromMicros(*first))))
	}
	return p, db.Error(err)
}

// Lasts returns how long a balance lasts at this pace; ok is false if nothing is spent.
func (p Pace) Lasts(balance int64) (lasts time.Duration, ok bool) {
	if p.Spent <= 0 {
		return 0, false
	}
	return time.Duration(min(float64(balance)/float64(p.Spent)*float64(p.Over), float64(100*365*day))), true
}
