package clipsite

import (
	"context"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// call fetches a JSON endpoint. An unsigned call that the platform distrusts is answered 200 without a body: that is a
// refusal, never an empty list.
func (s site) call(ctx context.Context, address string) (map[string]gjson.Result, error) {
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: address, Header: map[string]string{"Referer": origin + "/"}})
	if err != nil {
		return nil, err
	}
	v, ok := wire.Object(a.Body)
	if !ok {
		return nil, withheld(a, "a JSON answer")
	}
	m := v.Map()
	if n := wire.Int(wire.First(m["statusCode"], m["status_code"])); n != nil && *n != 0 {
		return nil, verdict(*n, wire.First(m["statusMsg"], m["status_msg"]).String())
	}
	return m, nil
}

// rows is the list under key. A list that is null or absent is the end where the platform says that nothing more comes;
// where it promises more, it holds the rows back.
func rows(m map[string]gjson.Result, key string) ([]gjson.Result, error) {
	v, there := m[key]
	switch {
	case v.IsArray():
		return v.Array(), nil
	case !there && !m["has_more"].Exists() && !m["hasMore"].Exists():
		return nil, fault.New(fault.SourceChanged, "missing", []string{key})
	case more(m):
		return nil, fault.New(fault.RouteDegraded)
	}
	return nil, nil
}

// more reads hasMore, which the web writes as a boolean and the app as 0 or 1.
func more(m map[string]gjson.Result) bool {
	v := wire.First(m["hasMore"], m["has_more"])
	return v.Bool() || v.Num == 1
}

// next is the cursor of the page after this one, "" at the end. A cursor that does not move would never end.
func next(m map[string]gjson.Result, asked string) string {
	cursor := wire.ID(m["cursor"])
	if !more(m) || cursor == asked {
		return ""
	}
	return cursor
}
