package requests

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Request is one line of the request log. It never contains a link, body, address or secret.
type Request struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	At          int64  // when it was answered
	RequestID   string // as in the answer
	Method      string
	Operation   string        // an operation of the API, or of a page such as page.lookupItem
	Subject     string        // natural id; "" if there is none
	Status      int           // of the answer
	Code        apierror.Code // "" if it succeeded
	DurationMs  int64
	Credits     int64 // charged
	Cached      bool  // served from a stored observation
	RouteID     string
	KeyID       string // of the API key; "" for a person
	UserID      string // of the person; "" for a key
	Fields      string // what was refused, as JSON; see Refuse
}

// Filter narrows a list of requests; zero fields do not.
type Filter struct {
	RequestID    string
	Status       int
	Code         apierror.Code
	Operation    string
	KeyID        string
	Failed       bool // only those with a code
	From, Before *time.Time
}

// insertRows is how many rows one statement inserts: SQLite limits the number of parameters.
const insertRows = 200

// Append writes lines; lines that exist already are unchanged.
func (s *Store) Append(ctx context.Context, rows []Request) error {
	return db.Error(s.Write(ctx).Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(rows, insertRows).Error)
}

// List lists the requests of a workspace, newest first.
func (s *Store) List(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[Request], error) {
	q := s.PlanAnew(s.Read(ctx)).Model(&Request{}).Where("workspace_id = ?", workspaceID)
	for _, c := range []struct{ column, value string }{{"request_id", f.RequestID}, {"code", string(f.Code)}, {"operation", f.Operation}, {"key_id", f.KeyID}} {
		if c.value != "" {
			q = q.Where(c.column+" = ?", c.value)
		}
	}
	if f.Code != "" {
		q = q.Where("code <> ''") // matches the condition of the index
	}
	if f.Status != 0 {
		q = q.Where("status = ?", f.Status)
	}
	if f.Failed || f.Status >= 400 { // such a request has a code
		q = q.Where("code <> ''")
	}
	if f.From != nil {
		q = q.Where("at >= ?", db.Micros(*f.From))
	}
	if f.Before != nil {
		q = q.Where("at < ?", db.Micros(*f.Before))
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("at", "id"), db.Scope("requests", workspaceID, f), p,
		func(r Request) db.Position { return db.After(r.At, r.ID) })
}

// Find returns the latest requests of all workspaces with an id; callers may use one id several times.
func (s *Store) Find(ctx context.Context, requestID string, limit int) (list []Request, err error) {
	err = s.Read(ctx).Where("request_id = ?", requestID).Order("at DESC, id DESC").Limit(limit).Find(&list).Error
	return list, db.Error(err)
}
