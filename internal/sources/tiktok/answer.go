package tiktok

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// call fetches a JSON endpoint and walks through the list under key: row reads each element and reports whether it knows
// it. call returns the other members. The platform answers an unsigned call that it distrusts with 200 and no body, or
// without rows: that is a block, never an empty list. Such a call is repeated once, which usually helps, as is one with
// a list of unknown elements.
func (s site) call(ctx context.Context, address string, header map[string]string, key string, row func(*scan.Reader) bool) (answer, error) {
	for first := true; ; first = false {
		a, err := s.fetcher.Fetch(ctx, sources.Request{URL: address, Header: header})
		if err != nil {
			return nil, err
		}
		m, err := parseAnswer(a, key, row)
		if !first || !errors.Is(err, errNothing) && !errors.Is(err, errUnread) {
			return m, err
		}
	}
}

// Errors for answers of which nothing could be read; a second answer may have more.
var (
	errNothing = errors.New("empty answer")
	errUnread  = errors.New("a list of unknown elements")
)

// parseAnswer returns an answer, or the error for a refusal.
func parseAnswer(a *sources.Answer, key string, row func(*scan.Reader) bool) (answer, error) {
	body := bytes.TrimSpace(a.Body)
	if len(body) == 0 && a.Status == http.StatusOK {
		return nil, apierror.Wrap(errNothing, apierror.CodeRouteDegraded)
	}
	rows, known := 0, 0
	m, ok := readAnswer(a.Body, key, func(r *scan.Reader) {
		if rows++; row(r) {
			known++
		}
	})
	switch {
	case !ok && bytes.HasPrefix(body, []byte{'<'}):
		return nil, sources.Degraded("a page in the place of JSON")
	case !ok:
		return nil, blockedOrChanged(a, "a JSON answer")
	}
	if n := scan.Int(scan.First(m["statusCode"], m["status_code"])); n != nil && *n != 0 {
		return nil, statusError(*n, scan.First(m["statusMsg"], m["status_msg"]).String())
	}
	if m["search_nil_info"].Get("search_nil_type").String() == "verify_check" {
		return nil, sources.Degraded("a check of the visitor in the place of results")
	}
	if rows > 0 && known == 0 {
		return nil, apierror.Wrap(errUnread, apierror.CodeSourceChanged, "missing", []string{key + " elements"})
	}
	return m, m.checkComplete(key)
}

// answer is a JSON answer without its list; the list's key has only the type of the list.
type answer map[string]gjson.Result

// readAnswer reads an answer; false unless it is a complete JSON object.
func readAnswer(body []byte, key string, row func(*scan.Reader)) (answer, bool) {
	m := answer{}
	r := scan.Read(body)
	members := 0
	for name := range r.Object() {
		members++
		if name == key && r.IsArray() {
			m[key] = gjson.Result{Type: gjson.True}
			for range r.Array() {
				row(r)
			}
			continue
		}
		switch name {
		case key, "statusCode", "status_code", "statusMsg", "status_msg", "hasMore", "has_more", "hasMorePrevious", "cursor", "total", "search_nil_info":
			m[name] = r.Value()
		}
	}
	return m, members > 0 && r.Complete()
}

// checkComplete returns an error if the list is null or absent although there is a next page, because the rows are then
// withheld. If there is no next page, the list has ended.
func (m answer) checkComplete(key string) error {
	switch {
	case m[key].Type == gjson.True:
		return nil
	case !m[key].Exists() && !m.hasMore().Exists():
		return sources.Missing(key)
	case m.more():
		return apierror.Wrap(errNothing, apierror.CodeRouteDegraded)
	}
	return nil
}

// more reads hasMore, which is a boolean on the web and 0 or 1 in the app.
func (m answer) more() bool {
	v := m.hasMore()
	return v.Bool() || v.Num == 1
}

func (m answer) hasMore() gjson.Result {
	return scan.First(m["hasMorePrevious"], m["hasMore"], m["has_more"])
}

// next returns the cursor of the next page; "" at the end, and for a cursor that did not change, which would loop forever.
func (m answer) next(asked string) string {
	cursor := scan.ID(m["cursor"])
	if !m.more() || cursor == asked {
		return ""
	}
	return cursor
}
