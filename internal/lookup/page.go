package lookup

import (
	"cmp"
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

// pageQuery describes a page of an observed list.
type pageQuery struct {
	workspace string
	by        billing.Spender
	platform  content.Platform
	op        sources.Operation
	has       func(sources.Route) bool      // what a route needs in addition to op; may be nil
	name      []string                      // identifies the list: operation, platform and parameters with their defaults
	account   *sources.AccountSelector      // the owner of the list; may be nil
	nameBy    func(account string) []string // returns the name of the same list, by the account's id
	about     string                        // natural id of the account, item or list whose page it is; "" of a search, and until the account's id is known
	cursor    string
	limit     int // of rows in the answer; 0: the whole page
	maxAge    time.Duration
	// fetch requests the page at token; known is the account or list as the first page showed it, JSON.
	fetch func(ctx context.Context, route sources.Route, token, known string) (*pageAnswer, error)
}

// pageAnswer is a page from a route, finished and ready to be stored.
type pageAnswer struct {
	head    any      // the page's members other than its rows
	rows    []any    // in the platform's order
	ids     []string // of the rows
	token   string   // of the next page; "" at the end
	account *content.AccountRef
	source  *sources.ListSource // of a list other than an account's
	names   []observations.AccountName
	unread  []string // names of unknown elements
}

// nextPage is stored with a page's body.
type nextPage struct {
	Token   string              `json:"token"` // the route's own token after the route's id, because no other route understands it
	IDs     []string            `json:"ids"`
	Account *content.AccountRef `json:"account,omitempty"`
	Source  *sources.ListSource `json:"source,omitempty"` // of a list other than an account's
}

// shown returns the account or list as the page showed it, JSON.
func (n *nextPage) shown() string {
	if n.Source != nil {
		return jsonText(n.Source)
	}
	if n.Account != nil {
		return jsonText(n.Account)
	}
	return ""
}

// pageQuery returns the query for one page of an observed list. Repeating a request returns the same page of the same session.
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
	if session.Rest { // the rest of a page that was already fetched and paid
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
			if err != nil {
				return nil, err
			}
			if kept.unread = a.unread; !continued {
				kept.subject = p.subject(a.account)
			}
			return kept, nil
		},
		view: func(ctx context.Context, o *observations.Observation) (*view, error) {
			v, err := s.renderPage(ctx, session, listOf(o.Subject), o, p.limit)
			if err != nil {
				return nil, err
			}
			of := cmp.Or(p.about, v.about)
			if of == "" {
				of = shownID(session.Account)
			}
			if of != "" {
				v.about = p.name[0] + ":" + of
			}
			return v, nil
		},
		isFree: func(ctx context.Context, o *observations.Observation) (bool, error) {
			page, err := s.unseenRows(ctx, session, o, p.limit)
			return page != nil && len(page.ids) == 0, err
		},
	}, nil
}

// openPage returns the reader's position and the list: by the account's id if known, so that different names of it give
// the same list. A cursor from before the id was known is still valid.
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

// subject returns the subject for storing a first page, by the account that it showed; "" leaves the requested subject.
func (p pageQuery) subject(shown *content.AccountRef) string {
	if shown == nil || p.nameBy == nil {
		return ""
	}
	_, id, _ := strings.Cut(shown.ID, ":")
	return p.name[0] + ":" + hash(p.nameBy(id)...)
}

// listOf returns the list in a page's subject.
func listOf(subject string) string { return strings.Split(subject, ":")[1] }

// shownID returns the id of the account or list that a session has shown.
func shownID(text string) string {
	var shown struct{ ID string }
	_ = json.Unmarshal([]byte(text), &shown) // "" before the second page
	return shown.ID
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

// hash identifies a list by its parameters.
func hash(parts ...string) string {
	d := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(d[:16])
}
