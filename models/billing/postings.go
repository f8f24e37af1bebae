package billing

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Posting is the sum of all entries that were written together: a grant, a lookup, or all parts of an import. Its
// balance is the one after them.
type Posting struct {
	Entry

	Parts []content.Part `gorm:"-"` // in the order of their entries; "" on a grant
}

// PostingFilter narrows a list of postings; zero fields do not.
type PostingFilter struct {
	SpentBy      string // the name of a Spender
	From, Before *time.Time
}

// narrow adds the conditions of the filter.
func (f PostingFilter) narrow(q *gorm.DB) *gorm.DB {
	if f.SpentBy != "" {
		q = q.Where("spent_by = ? AND spent_by <> ''", f.SpentBy) // matches the condition of the partial index
	}
	if f.From != nil {
		q = q.Where("created_at >= ?", db.Micros(*f.From))
	}
	if f.Before != nil {
		q = q.Where("created_at < ?", db.Micros(*f.Before))
	}
	return q
}

// actOf is the length of the prefix of a reason that entries written together share; a part may follow it.
const actOf = len("import:00000000-0000-7000-8000-000000000000")

func (e Entry) act() string { return e.Reason[:min(len(e.Reason), actOf)] }

// Postings lists the postings of a workspace, newest first.
func (s *Store) Postings(ctx context.Context, workspaceID string, f PostingFilter, p db.PageRequest) (*db.RecordPage[Posting], error) {
	q := s.Read(ctx).Table("ledger_entries e").Where(`e.workspace_id = ? AND NOT EXISTS (SELECT 1 FROM ledger_entries l WHERE l.workspace_id = e.workspace_id
		AND l.created_at = e.created_at AND l.id > e.id AND substr(l.reason, 1, ?) = substr(e.reason, 1, ?))`, workspaceID, actOf, actOf)
	q = f.narrow(q)
	list, err := db.ReadPage(s.DB, q, db.NewestFirst("e.created_at", "e.id"), db.Scope("postings", workspaceID, f), p,
		func(e Posting) db.Position { return db.After(e.CreatedAt, e.ID) })
	if err != nil {
		return nil, err
	}
	return list, s.addParts(ctx, workspaceID, list.Items)
}

// addParts adds the parts and sums of each posting.
func (s *Store) addParts(ctx context.Context, workspaceID string, list []Posting) error {
	var times []int64
	for _, p := range list {
		times = append(times, p.CreatedAt)
	}
	if len(times) == 0 {
		return nil
	}
	var entries []Entry
	q := s.Read(ctx).Where("workspace_id = ? AND created_at IN ?", workspaceID, slices.Compact(times)).Order("created_at, id")
	if err := q.Find(&entries).Error; err != nil {
		return db.Error(err)
	}
	for n := range list {
		p := &list[n]
		p.Amount = 0
		for _, e := range entries {
			if e.CreatedAt == p.CreatedAt && e.act() == p.act() {
				p.Amount, p.Parts, p.BalanceAfter = p.Amount+e.Amount, append(p.Parts, e.Part), min(p.BalanceAfter, e.BalanceAfter)
			}
		}
	}
	return nil
}

// ChargedFor returns what imports of a workspace cost together, in credits.
func (s *Store) ChargedFor(ctx context.Context, workspaceID string, importIDs []string) (credits int64, err error) {
	reasons := make([]string, 0, len(importIDs)*len(importParts))
	for _, id := range importIDs {
		for _, part := range importParts {
			reasons = append(reasons, ImportReason(id, part))
		}
	}
	err = s.Read(ctx).Model(&Entry{}).Select("CAST(COALESCE(-SUM(amount), 0) AS BIGINT)").Where("workspace_id = ? AND reason IN ?", workspaceID, reasons).Scan(&credits).Error
	return credits, db.Error(err)
}

// importParts are the parts of which an import may be charged.
var importParts = []content.Part{content.PartFetch, content.PartTranscript, content.PartSpeech, content.PartAnalysis, content.PartMedia}
