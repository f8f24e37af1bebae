package lookup

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/observations"
)

// renderPage renders a page for one reader: without rows that the session has already shown, and with the reader's own
// cursor. It stores the reader's position before the charge, because storing it twice does no harm.
func (s *Service) renderPage(ctx context.Context, session observations.ListSession, list string, o *observations.Observation, limit int) (*view, error) {
	p, err := s.unseenRows(ctx, session, o, limit)
	if err != nil {
		return nil, err
	}
	v := &view{body: p.body, free: len(p.ids) == 0, page: &Paging{HasMore: p.cut || p.next.Token != ""}}
	if p.next.Account != nil {
		v.about = p.next.Account.ID
	}
	cursor, err := p.save(ctx, list)
	if err != nil {
		return nil, err
	}
	v.page.NextCursor = content.OrNil(cursor)
	return v, nil
}

// unseenPage is a page without the rows that its reader has already seen.
type unseenPage struct {
	body  []byte
	ids   []string // of the remaining rows
	next  nextPage
	cut   bool // a limit cut off the rest of the page
	place *observations.ListPage
}

// save stores which rows were shown, and returns the cursor for the rest of the page or the next one; "" at the end.
func (p *unseenPage) save(ctx context.Context, list string) (cursor string, err error) {
	if p.cut {
		return p.place.SaveRest(ctx, list, p.ids)
	}
	return p.place.Save(ctx, list, p.ids, p.next.Token, p.next.shown())
}

// cutRows adds the rows beyond a limit to drop.
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

// unseenRows removes the rows of a page that the session has already shown or that the operator blocks, and keeps at
// most limit rows, unless limit is 0. Readers with another limit have other sessions. It stores nothing.
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

// encode encodes a page for storing.
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

// dropRows removes rows from a stored page; if there are none to remove, it returns the body itself.
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
