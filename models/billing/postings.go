package billing

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Posting is what one act put into the ledger: a grant, a lookup, or all parts of an import. Its entry has the sum of them, and the
// balance that they left.
type Posting struct {
	Entry

	Parts []content.Part `gorm:"-"` // in the order of their entries; "" on a grant
}

// PostingFilter narrows a list of postings; zero values do not.
type PostingFilter struct {
	SpentBy      string // the name of a Spender
	From, Before *time.Time
}

// actOf is what of a reason names the act: the longest have a part behind it.
const actOf = len("import:00000000-0000-7000-8000-000000000000")

func (e Entry) act() string { return e.Reason[:min(len(e.Reason), actOf)] }

// Postings lists what the acts of a workspace put into its ledger, newest first. The entries of one act are written together.
func (s *Store) Postings(ctx context.Context, workspaceID string, f PostingFilter, p db.PageRequest) (*db.RecordPage[Posting], error) {
	q := s.Read(ctx).Table("ledger_entries e").Where(`e.workspace_id = ? AND NOT EXISTS (SELECT 1 FROM ledger_entries l WHERE l.workspace_id = e.workspace_id
		AND l.created_at = e.created_at AND l.id > e.id AND substr(l.reason, 1, ?) = substr(e.reason, 1, ?))`, workspaceID, actOf, actOf)
	if f.SpentBy != "" {
		q = q.Where("e.spent_by = ? AND e.spent_by <> ''", f.SpentBy) // in the words of its index
	}
	if f.From != nil {
		q = q.Where("e.created_at >= ?", db.Micros(*f.From))
	}
	if f.Before != nil {
		q = q.Where("e.created_at < ?", db.Micros(*f.Before))
	}
	fields, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	list, err := db.ReadPage(s.DB, q, db.NewestFirst("e.created_at", "e.id"), "postings\x00"+workspaceID+"\x00"+string(fields), p,
		func(e Posting) db.Position { return db.After(e.CreatedAt, e.ID) })
	if err != nil {
		return nil, err
	}
	return list, s.addParts(ctx, workspaceID, list.Items)
}

// addParts sums up the entries of each act.
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
