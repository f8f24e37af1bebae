package tiktok

import (
	"bytes"
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// call fetches a JSON endpoint, with the cookies of the visit that it belongs to, and walks through its list under key:
// row reads each element as it passes by. It returns what else the answer says. An unsigned call that the platform
// distrusts is answered 200 without a body, or with a page: that is a block, never an empty list.
func (s site) call(ctx context.Context, address, cookie, key string, row func(*scan.Reader)) (answer, error) {
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: address, Header: header(cookie)})
	if err != nil {
		return nil, err
	}
	m, ok := readAnswer(a.Body, key, row)
	switch {
	case !ok && bytes.HasPrefix(bytes.TrimSpace(a.Body), []byte{'<'}):
		return nil, apierror.Wrap(errors.New("a page in the place of JSON"), apierror.CodeRouteDegraded)
	case !ok:
		return nil, blockedOrChanged(a, "a JSON answer")
	}
	if n := scan.Int(scan.First(m["statusCode"], m["status_code"])); n != nil && *n != 0 {
		return nil, statusError(*n, scan.First(m["statusMsg"], m["status_msg"]).String())
	}
	return m, m.checkComplete(key)
}

// answer is a JSON answer without its list; under the list's key is the list's type alone.
type answer map[string]gjson.Result

// readAnswer returns false for what is no JSON object, and for one that was cut.
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
		case key, "statusCode", "status_code", "statusMsg", "status_msg", "hasMore", "has_more", "hasMorePrevious", "cursor", "total":
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
		return apierror.New(apierror.CodeRouteDegraded)
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
