package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
)

// chainLife is how long a cursor of an observed list works.
const chainLife = 24 * time.Hour

// Chain is where a reader of an observed list stands: what the cursor asks for. The cursor itself names only its id.
type Chain struct {
	ID          string `gorm:"primaryKey"`
	Root        string // the reading that this page belongs to
	WorkspaceID string
	Page        int64  // the page that the cursor asks for; the first page of a list is 1
	Token       string // the platform's own, never shown
	Account     string // the account as the first page showed it, JSON, or ""
	ExpiresAt   int64

	mark     string // the row that says as which observation this page was shown
	branchOf string // the root that this one branched from here, or ""
}

type chainRow struct {
	Root      string `gorm:"primaryKey"`
	RowID     string `gorm:"primaryKey"`
	Page      int64
	ExpiresAt int64
}

// FirstChain is the reading that begins with an observation of a first page: the same observation gives the same one.
func FirstChain(workspaceID, observationID string) Chain {
	return Chain{Root: digest(workspaceID, observationID), WorkspaceID: workspaceID, Page: 1}
}

// Next is where the reader stands after this page.
func (c Chain) Next(token, account string) Chain {
	c.Page++
	c.Token, c.Account = token, account
	c.mark, c.branchOf = "", ""
	c.ID = digest(c.Root, strconv.FormatInt(c.Page, 10), token)
	return c
}

// chainScope binds a cursor to the workspace and the query.
func chainScope(workspaceID, query string) string { return "chain:" + workspaceID + ":" + query }

// OpenCursor reads a cursor of an observed list. One that is forged, foreign or of another query is cursor_mismatch,
// one whose day is over cursor_expired, both invalid_input.
func (s *Store) OpenCursor(ctx context.Context, workspaceID, query, cursor string) (*Chain, error) {
	problem := func(reason, expected string) error {
		return apierror.InvalidInput(apierror.Field{Name: "cursor", In: "query", Reason: reason, Expected: expected})
	}
	var id string
	if err := s.seal.Open(chainScope(workspaceID, query), cursor, &id); err != nil {
		return nil, problem("cursor_mismatch", "a cursor of this list, as it was given")
	}
	var c Chain
	q := s.read.WithContext(ctx).Where("id = ? AND workspace_id = ? AND expires_at > ?", id, workspaceID, s.nowMicros())
	if err := one(q, &c, "cursor"); err != nil {
		if apierror.Is(err, apierror.CodeNotFound) {
			return nil, problem("cursor_expired", "a cursor that is at most 24 hours old")
		}
		return nil, err
	}
	return &c, nil
}

// Given tells which of the rows were given on an earlier page of the chain, and where the reader stands: on a branch of
// its own if this page was shown before as another observation, for the two readings hold different rows from here on.
func (s *Store) Given(ctx context.Context, c Chain, observationID string, rows []string) (map[string]bool, Chain, error) {
	var kept []chainRow
	q := s.read.WithContext(ctx).Raw(`SELECT * FROM chain_rows WHERE root = ? AND page = ?
		UNION ALL SELECT * FROM chain_rows WHERE root = ? AND row_id IN ?`, c.Root, c.Page, c.Root, rows) // an OR, or a UNION that sorts, would read the whole chain
	if err := q.Scan(&kept).Error; err != nil {
		return nil, c, dbFault(err)
	}
	c.mark = "page " + strconv.FormatInt(c.Page, 10) + " as " + observationID
	given := map[string]bool{}
	shown, same := false, false
	for _, k := range kept {
		switch {
		case k.Page < c.Page:
			given[k.RowID] = true
		case k.Page == c.Page:
			shown, same = true, same || k.RowID == c.mark
		}
	}
	if shown && !same {
		c.branchOf, c.Root = c.Root, digest(c.Root, c.mark)
	}
	return given, c, nil
}

// Advance keeps what page c, as Given returned it, gave and where the reader stands next, and returns the cursor; next nil
// ends the chain.
func (s *Store) Advance(ctx context.Context, c Chain, rows []string, next *Chain, query string) (string, error) {
	if next == nil && c.Page == 1 {
		return "", nil // nobody will come back
	}
	expires := micros(s.now().Add(chainLife))
	given := make([]chainRow, 0, len(rows)+1)
	for _, id := range append([]string{c.mark}, rows...) {
		given = append(given, chainRow{Root: c.Root, RowID: id, Page: c.Page, ExpiresAt: expires})
	}
	err := s.tx(ctx, func(tx *gorm.DB) error {
		errs := []error{tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&given).Error}
		if c.branchOf != "" {
			errs = append(errs, tx.Exec(`INSERT INTO chain_rows (root, row_id, page, expires_at)
				SELECT ?, row_id, page, expires_at FROM chain_rows WHERE root = ? AND page < ?
				ON CONFLICT DO NOTHING`, c.Root, c.branchOf, c.Page).Error)
		}
		if next != nil {
			next.ExpiresAt = expires
			errs = append(errs, tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(next).Error)
		}
		return errors.Join(errs...)
	})
	if err != nil || next == nil {
		return "", err
	}
	return s.seal.Seal(chainScope(c.WorkspaceID, query), next.ID)
}

// digest joins parts into one opaque id.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
