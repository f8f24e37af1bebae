package observations

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// ListSessionLife is how long a cursor of an observed list is valid.
const ListSessionLife = 24 * time.Hour

// ListSession is the state of one reader of an observed list, at the requested page. A cursor contains only its ID.
type ListSession struct {
	ID          string `gorm:"primaryKey"`
	Root        string // the same for all pages of the session
	WorkspaceID string
	Page        int64  // the first page of a list is 1
	Token       string // the platform's own, never shown to clients
	Account     string // the account as on the first page, JSON, or ""
	Rest        bool   // the rest of a page that a limit cut
	ExpiresAt   int64
}

// listSessionRow is a row that a page of a session showed, or the marker of the observation that a page was served from.
type listSessionRow struct {
	Root      string `gorm:"primaryKey"`
	RowID     string `gorm:"primaryKey"`
	Page      int64
	ExpiresAt int64
}

// NewListSession starts a session at an observation of a first page. The same observation gives the same session.
func NewListSession(workspaceID, observationID string) ListSession {
	return ListSession{Root: digest(workspaceID, observationID), WorkspaceID: workspaceID, Page: 1}
}

// next returns the session at the next page.
func (c ListSession) next(token, account string) ListSession {
	c.Page++
	c.Token, c.Account, c.Rest = token, account, false
	c.ID = digest(c.Root, strconv.FormatInt(c.Page, 10), token)
	return c
}

// cursorScope ties a cursor to the workspace and the query.
func cursorScope(workspaceID, query string) string {
	return "list_session:" + workspaceID + ":" + query
}

// OpenCursor reads a cursor of an observed list. The error is invalid_input, with the reason cursor_mismatch if the
// cursor is forged, from another workspace or another query, and cursor_expired after ListSessionLife.
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

// ListPage is a page of a list before it is served.
type ListPage struct {
	Seen map[string]bool // rows that an earlier page of the session showed

	store   *Store
	session ListSession
	shownAs string // the marker of the observation
	parent  string // the root from which this session branches off at this page, or ""
}

// OpenPage returns which of a page's rows the session showed before. If this page was served before from another
// observation, the reader continues in a new session, because the two differ from here on.
func (s *Store) OpenPage(ctx context.Context, session ListSession, observationID string, rows []string) (*ListPage, error) {
	var kept []listSessionRow
	q := s.Read(ctx).Raw(`SELECT * FROM list_session_rows WHERE root = ? AND page = ?
		UNION ALL SELECT * FROM list_session_rows WHERE root = ? AND row_id IN ?`, // an OR, or a UNION that sorts, would read the whole session
		session.Root, session.Page, session.Root, rows)
	if err := q.Scan(&kept).Error; err != nil {
		return nil, db.Error(err)
	}
	p := &ListPage{Seen: map[string]bool{}, store: s, session: session,
		shownAs: "page " + strconv.FormatInt(session.Page, 10) + " as " + observationID}
	shown, same := false, false
	for _, k := range kept {
		switch {
		case k.Page < session.Page:
			p.Seen[k.RowID] = true
		case k.Page == session.Page:
			shown, same = true, same || k.RowID == p.shownAs
		}
	}
	if shown && !same {
		p.parent, p.session.Root = session.Root, digest(session.Root, p.shownAs)
	}
	return p, nil
}

// Save stores the rows that the page showed and returns the cursor of the next page, to be fetched with token and
// account. Without a token the list has ended, and the cursor is "".
func (p *ListPage) Save(ctx context.Context, query string, rows []string, token, account string) (cursor string, err error) {
	if token == "" && p.session.Page == 1 {
		return "", nil // no further page will be requested
	}
	return p.save(ctx, query, rows, p.session.next(token, account), token != "")
}

// SaveRest stores the rows that a limit left of the page and returns the cursor of the remaining ones.
func (p *ListPage) SaveRest(ctx context.Context, query string, rows []string) (cursor string, err error) {
	next := p.session.next(p.session.Token, p.session.Account)
	next.Rest = true
	return p.save(ctx, query, rows, next, true)
}

func (p *ListPage) save(ctx context.Context, query string, rows []string, next ListSession, more bool) (cursor string, err error) {
	next.ExpiresAt = db.Micros(p.store.Now().Add(ListSessionLife))
	err = p.store.Tx(ctx, func(tx *gorm.DB) error {
		if err := p.saveRows(tx, rows, next.ExpiresAt); err != nil || !more {
			return err
		}
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&next).Error
	})
	if err != nil || !more {
		return "", err
	}
	return p.store.Cursors.Seal(cursorScope(next.WorkspaceID, query), next.ID)
}

// saveRows writes the page's rows and, if the session branches off here, those of the previous pages.
func (p *ListPage) saveRows(tx *gorm.DB, rows []string, expires int64) error {
	saved := make([]listSessionRow, 0, len(rows)+1)
	for _, id := range append([]string{p.shownAs}, rows...) {
		saved = append(saved, listSessionRow{Root: p.session.Root, RowID: id, Page: p.session.Page, ExpiresAt: expires})
	}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&saved).Error; err != nil {
		return err
	}
	if p.parent == "" {
		return nil
	}
	return tx.Exec(`INSERT INTO list_session_rows (root, row_id, page, expires_at)
		SELECT ?, row_id, page, expires_at FROM list_session_rows WHERE root = ? AND page < ?
		ON CONFLICT DO NOTHING`, p.session.Root, p.parent, p.session.Page).Error
}

// digest combines parts into one opaque id.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
