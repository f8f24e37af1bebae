package support

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/requests"
)

// Clue is a text that a customer sent to support, parsed in every possible way; "" and nil are not searched for.
type Clue struct {
	ID       string   // of an import, a workspace or a reference
	Request  string   // id of a request
	Subjects []string // natural ids of content
	Text     string   // part of a workspace's name, or of the e-mail of a member or of somebody invited
}

// Found is what a clue matches, newest first.
type Found struct {
	Imports    []ListedImport
	Workspaces []Workspace
	Requests   []FoundRequest
}

// FoundRequest is a line of the request log with the name of its workspace.
type FoundRequest struct {
	requests.Request
	Workspace string
}

// foundMost is how many matches of each kind are returned.
const foundMost = 20

// Find searches all workspaces for a clue.
func (s *Store) Find(ctx context.Context, c Clue) (f Found, err error) {
	if f.Imports, err = s.findImports(ctx, c); err != nil {
		return f, err
	}
	if f.Workspaces, err = s.findWorkspaces(ctx, c); err != nil {
		return f, err
	}
	f.Requests, err = s.findRequests(ctx, c)
	return f, err
}

// findImports finds imports by their id, the id of their request or reference, and their content.
func (s *Store) findImports(ctx context.Context, c Clue) (list []ListedImport, err error) {
	var u union
	if c.ID != "" {
		u.add("SELECT id FROM imports WHERE id = ?", c.ID)
		u.add("SELECT import_id FROM saved_references WHERE id = ? AND import_id IS NOT NULL", c.ID)
	}
	if c.Request != "" {
		u.add("SELECT id FROM imports WHERE request_id = ? AND request_id <> ''", c.Request)
	}
	if len(c.Subjects) > 0 {
		u.add("SELECT id FROM imports WHERE subject IN ?", c.Subjects)
		u.add("SELECT r.import_id FROM contents c JOIN saved_references r ON r.content_id = c.id WHERE c.subject IN ? AND r.import_id IS NOT NULL", c.Subjects)
	}
	if len(u.parts) == 0 {
		return nil, nil
	}
	err = s.Read(ctx).Table("imports i").Joins("JOIN workspaces w ON w.id = i.workspace_id").Select(listedImport).
		Where("i.id IN ("+u.sql()+")", u.vars...).Order("i.created_at DESC, i.id DESC").Limit(foundMost).Scan(&list).Error
	return list, db.Error(err)
}

// union combines statements that select ids, each with one parameter and its own index.
type union struct {
	parts []string
	vars  []any
}

func (u *union) add(part string, v any) { u.parts, u.vars = append(u.parts, part), append(u.vars, v) }

func (u *union) sql() string { return strings.Join(u.parts, " UNION ") }

func (s *Store) findWorkspaces(ctx context.Context, c Clue) (list []Workspace, err error) {
	q := s.supportWorkspaces(ctx).Order("w.created_at DESC, w.id DESC").Limit(foundMost)
	switch {
	case c.ID != "":
		q = q.Where("w.id = ?", c.ID)
	case c.Text != "":
		q = withName(q, c.Text, s.NowMicros())
	default:
		return nil, nil
	}
	return list, db.Error(q.Scan(&list).Error)
}

// findRequests finds requests by their id, and failed ones by subject.
func (s *Store) findRequests(ctx context.Context, c Clue) (list []FoundRequest, err error) {
	var u union
	if c.Request != "" {
		u.add("SELECT id FROM requests WHERE request_id = ?", c.Request)
	}
	if len(c.Subjects) > 0 {
		u.add("SELECT id FROM requests WHERE code <> '' AND subject <> '' AND subject IN ?", c.Subjects)
	}
	if len(u.parts) == 0 {
		return nil, nil
	}
	err = s.Read(ctx).Table("requests r").Joins("LEFT JOIN workspaces w ON w.id = r.workspace_id").Select("r.*, COALESCE(w.name, '') AS workspace").
		Where("r.id IN ("+u.sql()+")", u.vars...).Order("r.at DESC, r.id DESC").Limit(foundMost).Scan(&list).Error
	return list, db.Error(err)
}

// withName restricts workspaces to those whose name contains a text, or the e-mail of a member or of an open invite does, or
// with it as id. The name is also compared case-sensitively, because SQLite only folds ASCII letters.
func withName(q *gorm.DB, text string, now int64) *gorm.DB {
	email := holding(accounts.FoldEmail(text))
	return q.Where(`(w.id = ? OR w.name LIKE ? ESCAPE '!' OR LOWER(w.name) LIKE ? ESCAPE '!'
		OR EXISTS (SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = w.id AND u.email LIKE ? ESCAPE '!')
		OR EXISTS (SELECT 1 FROM invites v WHERE v.workspace_id = w.id AND v.expires_at > ? AND v.email LIKE ? ESCAPE '!'))`,
		text, holding(text), holding(strings.ToLower(text)), email, now, email)
}
