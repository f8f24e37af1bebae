package lookup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/observations"
)

// pageQuery describes a page of any observed list.
type pageQuery struct {
	workspace string
	by        billing.Spender
	platform  content.Platform
	op        sources.Operation
	has       func(sources.Route) bool      // nil, or what a route needs beside op
	name      []string                      // what identifies this list: operation, platform and parameters with their defaults
	account   *sources.AccountSelector      // nil, or whose list it is
	nameBy    func(account string) []string // the name of the same list, by the account's id
	cursor    string
	limit     int // of the rows that are shown; 0: all of the page
	maxAge    time.Duration
	// fetch asks a route for the page at token; known is the account or the list as the first page showed it, JSON.
	fetch func(ctx context.Context, route sources.Route, token, known string) (*pageAnswer, error)
}

// pageAnswer is a page as a route gave it, finished and ready to be kept.
type pageAnswer struct {
	head    any      // the page's members beside its rows
	rows    []any    // in the platform's order
	ids     []string // of the rows
	token   string   // of the next page; "" at the end
	account *content.AccountRef
	source  *sources.ListSource // of a list that is no account's
	names   []observations.AccountName
}

// nextPage is stored beside a page's body.
type nextPage struct {
	Token   string              `json:"token"` // the route's own, behind the route's id: no other route knows it
	IDs     []string            `json:"ids"`
	Account *content.AccountRef `json:"account,omitempty"`
	Source  *sources.ListSource `json:"source,omitempty"` // of a list that is no account's
}

// shown returns the account or the list as the page showed it, JSON.
func (n *nextPage) shown() string {
	if n.Source != nil {
		return jsonText(n.Source)
	}
	if n.Account != nil {
		return jsonText(n.Account)
	}
	return ""
}

// pageQuery is the query for one page of an observed list. A page that is asked for again is the same page of the same
// session.
func (s *Service) pageQuery(ctx context.Context, p pageQuery) (query, error) {
	session, list, err := s.openPage(ctx, p)
	if err != nil {
		return query{}, err
	}
	begun, token, continued := strings.Cut(session.Token, " ")
	at := ""
	if continued {
		at = ":" + hash(session.Token)
	}
	if session.Rest { // of a page that was fetched and paid
		p.maxAge = observations.ListSessionLife
	}
	has := func(r sources.Route) bool {
		return (p.has == nil || p.has(r)) && (!continued || r.ID == begun)
	}
	return query{
		workspace: p.workspace, by: p.by, subject: p.name[0] + ":" + list + at, maxAge: p.maxAge, platform: p.platform, op: p.op, has: has,
		fetch: func(ctx context.Context, route sources.Route) (*answer, error) {
			a, err := p.fetch(ctx, route, token, session.Account)
			if err != nil {
				return nil, err
			}
			kept, err := a.encode(route)
			if err == nil && !continued {
				kept.subject = p.subject(a.account)
			}
			return kept, err
		},
		view: func(ctx context.Context, o *observations.Observation) (*view, error) {
			v, err := s.renderPage(ctx, session, listOf(o.Subject), o, p.limit)
			if err == nil && p.name[0] == itemsOp {
				v.body = withSource(v.body)
			}
			return v, err
		},
		isFree: func(ctx context.Context, o *observations.Observation) (bool, error) {
			page, err := s.unseenRows(ctx, session, o, p.limit)
			return page != nil && len(page.ids) == 0, err
		},
	}, nil
}

// openPage finds where the reader stands and which list it is: by the account's id where that is known, so that what is
// the same is one list. A cursor that was given before it was known still counts.
func (s *Service) openPage(ctx context.Context, p pageQuery) (session observations.ListSession, list string, err error) {
	lists := []string{hash(p.name...)}
	if p.account != nil {
		rename := s.accountID(p.platform, *p.account, func(key string) string { return hash(p.nameBy(key)...) })
		if rename != nil {
			byID, err := rename(ctx)
			if err != nil {
				return session, "", err
			}
			if byID != "" {
				lists = []string{byID, lists[0]}
			}
		}
	}
	if p.cursor == "" {
		return observations.ListSession{WorkspaceID: p.workspace, Page: 1}, lists[0], nil
	}
	for _, list := range lists {
		var opened *observations.ListSession
		if opened, err = s.store.Observations.OpenCursor(ctx, p.workspace, list, p.cursor); err == nil {
			return *opened, list, nil
		}
	}
	return session, "", err
}

// subject returns the subject under which a first page is stored, by the account that it showed; "" leaves it as it was
// requested.
func (p pageQuery) subject(shown *content.AccountRef) string {
	if shown == nil || p.nameBy == nil {
		return ""
	}
	_, id, _ := strings.Cut(shown.ID, ":")
	return p.name[0] + ":" + hash(p.nameBy(id)...)
}

// listOf is the list that a page's subject names.
func listOf(subject string) string { return strings.Split(subject, ":")[1] }

func knownAccount(text string) *content.AccountRef {
	var ref content.AccountRef
	if text == "" || json.Unmarshal([]byte(text), &ref) != nil {
		return nil
	}
	return &ref
}

func jsonText(v any) string {
	b, err := encode(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// hash names a list by its parameters.
func hash(parts ...string) string {
	d := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(d[:16])
}
