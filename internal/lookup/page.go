package lookup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"strconv"
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

// renderPage shows a page to one reader: without rows that the session gave before, and with the reader's own cursor. It keeps
// where the reader stands before anything is charged: what is kept twice changes nothing.
func (s *Service) renderPage(ctx context.Context, session observations.ListSession, list string, o *observations.Observation, limit int) (*view, error) {
	p, err := s.unseenRows(ctx, session, o, limit)
	if err != nil {
		return nil, err
	}
	v := &view{body: p.body, free: len(p.ids) == 0, page: &Paging{HasMore: p.cut || p.next.Token != ""}}
	cursor, err := p.save(ctx, list)
	if err != nil {
		return nil, err
	}
	if cursor != "" {
		v.page.NextCursor = &cursor
	}
	return v, nil
}

// unseenPage is a page without the rows that its reader saw before.
type unseenPage struct {
	body  []byte
	ids   []string // of the rows that are left
	next  nextPage
	cut   bool // a limit left out the rest of the page
	place *observations.ListPage
}

// save keeps what was shown, and returns the cursor of what follows: the rest of the page, the next one, or "" at the end.
func (p *unseenPage) save(ctx context.Context, list string) (cursor string, err error) {
	if p.cut {
		return p.place.SaveRest(ctx, list, p.ids)
	}
	return p.place.Save(ctx, list, p.ids, p.next.Token, p.next.shown())
}

// cutRows adds to the rows that are dropped those beyond a limit.
func (p *unseenPage) cutRows(drop map[string]bool, limit int) {
	shown := 0
	for _, id := range p.next.IDs {
		if limit == 0 || drop[id] {
			continue
		}
		if shown++; shown > limit {
			p.cut, drop[id] = true, true
		}
	}
}

// unseenRows drops the rows of a page that the session gave before, and those that the operator refuses, and
// leaves at most limit rows, unless it is 0. Readers with another limit have sessions of their own. It stores nothing.
func (s *Service) unseenRows(ctx context.Context, session observations.ListSession, o *observations.Observation, limit int) (*unseenPage, error) {
	if err := s.policy.checkBody(o.Body); err != nil {
		return nil, err
	}
	p := &unseenPage{}
	if err := json.Unmarshal(o.Next, &p.next); err != nil {
		return nil, err
	}
	shownAs := o.ID
	if limit > 0 {
		shownAs += " limit " + strconv.Itoa(limit)
	}
	if session.Page == 1 {
		session = observations.NewListSession(session.WorkspaceID, shownAs)
	}
	refused, err := s.policy.refusedRows(o.Body)
	if err != nil {
		return nil, err
	}
	if p.place, err = s.store.Observations.OpenPage(ctx, session, shownAs, p.next.IDs); err != nil {
		return nil, err
	}
	maps.Copy(refused, p.place.Seen)
	p.cutRows(refused, limit)
	p.body, p.ids, err = dropRows(o.Body, p.next.IDs, refused)
	return p, err
}

// encode renders a page as it is stored.
func (a *pageAnswer) encode(route sources.Route) (*answer, error) {
	if a.token != "" {
		a.token = route.ID + " " + a.token
	}
	rows := a.rows
	if rows == nil {
		rows = []any{}
	}
	data, err := encode(rows)
	if err != nil {
		return nil, err
	}
	head, err := encode(a.head)
	if err != nil {
		return nil, err
	}
	next, err := encode(nextPage{Token: a.token, IDs: a.ids, Account: a.account, Source: a.source})
	if err != nil {
		return nil, err
	}
	body := joinJSON(append(append([]byte(`{"object":"list","data":`), data...), '}'), json.RawMessage(head))
	return &answer{body: body, next: next, rows: int64(len(rows)), names: a.names}, nil
}

// dropRows drops rows from a kept page; the body comes back as it is when none is to be dropped.
func dropRows(body []byte, ids []string, drop map[string]bool) ([]byte, []string, error) {
	if len(drop) == 0 {
		return body, ids, nil
	}
	var page map[string]json.RawMessage
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, nil, err
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(page["data"], &rows); err != nil {
		return nil, nil, err
	}
	left, shown := []json.RawMessage{}, []string{}
	for i, id := range ids {
		if !drop[id] && i < len(rows) {
			left, shown = append(left, rows[i]), append(shown, id)
		}
	}
	var err error
	if page["data"], err = encode(left); err != nil {
		return nil, nil, err
	}
	out, err := encode(page)
	return out, shown, err
}

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

// withSource returns the body of a page of items with its source. Those that an earlier version stored get it as null.
func withSource(body []byte) []byte {
	if bytes.Contains(body, []byte(`"source":`)) || len(body) < 3 { // no text in JSON holds the bare quotes
		return body
	}
	return append(body[:len(body)-1:len(body)-1], `,"source":null}`...)
}

// hash names a list by its parameters.
func hash(parts ...string) string {
	d := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(d[:16])
}
