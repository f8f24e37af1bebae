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

// call fetches a JSON endpoint and walks through its list under key: row reads each element as it passes by, and reports
// whether it knows it. It returns what else the answer says. An unsigned call that the platform distrusts is answered 200
// without a body, or without its rows: that is a block, never an empty list. It is asked once more, which mostly helps; so is a
// list of unknown elements.
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

// Answers of which nothing could be read, where a second one may have more.
var (
	errNothing = errors.New("empty answer")
	errUnread  = errors.New("a list of unknown elements")
)

// parseAnswer returns an answer, or the refusal that stands in its place.
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
		return nil, apierror.Wrap(errors.New("a page in the place of JSON"), apierror.CodeRouteDegraded)
	case !ok:
		return nil, blockedOrChanged(a, "a JSON answer")
	}
	if n := scan.Int(scan.First(m["statusCode"], m["status_code"])); n != nil && *n != 0 {
		return nil, statusError(*n, scan.First(m["statusMsg"], m["status_msg"]).String())
	}
	if m["search_nil_info"].Get("search_nil_type").String() == "verify_check" {
		return nil, apierror.Wrap(errors.New("a check of the visitor in the place of results"), apierror.CodeRouteDegraded)
	}
	if rows > 0 && known == 0 {
		return nil, apierror.Wrap(errUnread, apierror.CodeSourceChanged, "missing", []string{key + " elements"})
	}
	return m, m.checkComplete(key)
}

// answer is a JSON answer without its list; under the list's key is the list's type alone.
type answer map[string]gjson.Result

// readAnswer returns false for anything but a complete JSON object.
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

// checkComplete returns an error for a list that is null or absent though the platform promises more: then it withholds
// the rows. Without the promise it is the end.
func (m answer) checkComplete(key string) error {
	switch {
	case m[key].Type == gjson.True:
		return nil
	case !m[key].Exists() && !m.hasMore().Exists():
		return apierror.New(apierror.CodeSourceChanged, "missing", []string{key})
	case m.more():
		return apierror.Wrap(errNothing, apierror.CodeRouteDegraded)
	}
	return nil
}

// more reads hasMore, which the web writes as a boolean and the app as 0 or 1.
func (m answer) more() bool {
	v := m.hasMore()
	return v.Bool() || v.Num == 1
}

func (m answer) hasMore() gjson.Result {
	return scan.First(m["hasMorePrevious"], m["hasMore"], m["has_more"])
}

// next returns the cursor of the page after this one, "" at the end. A cursor that does not move would never end.
func (m answer) next(asked string) string {
	cursor := scan.ID(m["cursor"])
	if !m.more() || cursor == asked {
		return ""
	}
	return cursor
}
