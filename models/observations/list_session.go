package observations

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
	"socialdata/models/db"
)

// listSessionLife is how long a cursor of an observed list works.
const listSessionLife = 24 * time.Hour

// ListSession is where a reader of an observed list stands: what the cursor asks for. The cursor itself names only its id.
type ListSession struct {
	ID          string `gorm:"primaryKey"`
	Root        string // the reading that this page belongs to
	WorkspaceID string
	Page        int64  // the page that the cursor asks for; the first page of a list is 1
	Token       string // the platform's own, never shown
	Account     string // the account as the first page showed it, JSON, or ""
	ExpiresAt   int64

	shownAs string // the row that says as which observation this page was shown
	parent  string // the root that this one branched from here, or ""
}

// TableName names GORM's table.
func (ListSession) TableName() string { return "chains" }

type listSessionRow struct {
	Root      string `gorm:"primaryKey"`
	RowID     string `gorm:"primaryKey"`
	Page      int64
	ExpiresAt int64
}

// TableName names GORM's table.
func (listSessionRow) TableName() string { return "chain_rows" }

// NewListSession is the reading that begins with an observation of a first page: the same observation gives the same one.
func NewListSession(workspaceID, observationID string) ListSession {
	return ListSession{Root: digest(workspaceID, observationID), WorkspaceID: workspaceID, Page: 1}
}

// Next is where the reader stands after this page.
func (c ListSession) Next(token, account string) ListSession {
	c.Page++
	c.Token, c.Account = token, account
	c.shownAs, c.parent = "", ""
	c.ID = digest(c.Root, strconv.FormatInt(c.Page, 10), token)
	return c
}

// cursorScope binds a cursor to the workspace and the query.
func cursorScope(workspaceID, query string) string { return "chain:" + workspaceID + ":" + query }

// OpenCursor reads a cursor of an observed list. One that is forged, foreign or of another query is cursor_mismatch,
// one whose day is over cursor_expired, both invalid_input.
func (s *Store) OpenCursor(ctx context.Context, workspaceID, query, cursor string) (*ListSession, error) {
	problem := func(reason, expected string) error {
		return apierror.InvalidInput(apierror.Field{Name: "cursor", In: "query", Reason: reason, Expected: expected})
	}
	var id string
	if err := s.Cursors.Open(cursorScope(workspaceID, query), cursor, &id); err != nil {
		return nil, problem("cursor_mismatch", "a cursor of this list, as it was given")
	}
	var c ListSession
	q := s.Read(ctx).Where("id = ? AND workspace_id = ? AND expires_at > ?", id, workspaceID, s.NowMicros())
	if err := db.One(q, &c, "cursor"); err != nil {
		if apierror.Is(err, apierror.CodeNotFound) {
			return nil, problem("cursor_expired", "a cursor that is at most 24 hours old")
		}
		return nil, err
	}
	return &c, nil
}

// SeenRows tells which of the rows were given on an earlier page of the chain, and where the reader stands: on a branch of
// its own if this page was shown before as another observation, for the two readings hold different rows from here on.
func (s *Store) SeenRows(ctx context.Context, c ListSession, observationID string, rows []string) (map[string]bool, ListSession, error) {
	var kept []listSessionRow
	q := s.Read(ctx).Raw(`SELECT * FROM chain_rows WHERE root = ? AND page = ?
		UNION ALL SELECT * FROM chain_rows WHERE root = ? AND row_id IN ?`, c.Root, c.Page, c.Root, rows) // an OR, or a UNION that sorts, would read the whole chain
	if err := q.Scan(&kept).Error; err != nil {
		return nil, c, db.Error(err)
	}
	c.shownAs = "page " + strconv.FormatInt(c.Page, 10) + " as " + observationID
	given := map[string]bool{}
	shown, same := false, false
	for _, k := range kept {
		switch {
		case k.Page < c.Page:
			given[k.RowID] = true
		case k.Page == c.Page:
			shown, same = true, same || k.RowID == c.shownAs
		}
	}
	if shown && !same {
		c.parent, c.Root = c.Root, digest(c.Root, c.shownAs)
	}
	return given, c, nil
}

// SaveProgress keeps what page c, as Given returned it, gave and where the reader stands next, and returns the cursor; next nil
// ends the chain.
func (s *Store) SaveProgress(ctx context.Context, c ListSession, rows []string, next *ListSession, query string) (string, error) {
	if next == nil && c.Page == 1 {
		return "", nil // nobody will come back
	}
	expires := db.Micros(s.Now().Add(listSessionLife))
	given := make([]listSessionRow, 0, len(rows)+1)
	for _, id := range append([]string{c.shownAs}, rows...) {
		given = append(given, listSessionRow{Root: c.Root, RowID: id, Page: c.Page, ExpiresAt: expires})
	}
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		errs := []error{tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&given).Error}
		if c.parent != "" {
			errs = append(errs, tx.Exec(`INSERT INTO chain_rows (root, row_id, page, expires_at)
				SELECT ?, row_id, page, expires_at FROM chain_rows WHERE root = ? AND page < ?
				ON CONFLICT DO NOTHING`, c.Root, c.parent, c.Page).Error)
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
	return s.Cursors.Seal(cursorScope(c.WorkspaceID, query), next.ID)
}

// digest joins parts into one opaque id.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
