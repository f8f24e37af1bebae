package adlibrary

import (
	"bytes"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// answer is what a page, a continuation or the endpoint of before 2024 told.
type answer struct {
	adverts []advert
	count   *int64 // results of the whole query, rounded by the platform; nil where it does not say
	cursor  string // of the page after this one, "" at the end
}

// readPage reads a library page. Its status is 403 even when all is there: the body decides. A link's page may show its
// one ad apart from the results, which then are none of its business.
func readPage(a *sources.Answer) (answer, error) {
	var found, linked gjson.Result
	for block := range wire.SJS(a.Body) {
		if captcha(block) {
			return answer{}, fault.New(fault.RouteDegraded)
		}
		if v := wire.Member(block, results); v.IsObject() {
			found = v
		}
		if v := wire.Member(block, "deeplink_ad_archive_result"); v.IsObject() {
			linked = v
		}
	}
	one, there := readAdvert(linked.Get("deeplink_ad_archive"))
	switch {
	case there:
		return answer{adverts: []advert{one}}, nil
	case found.Exists():
		return firstAnswer(found)
	case linked.Exists():
		return answer{}, nil
	}
	return answer{}, unpainted(a)
}

// readContinuation reads a GraphQL answer, whole or in parts, or one of the old endpoint.
func readContinuation(body []byte) (answer, error) {
	body = bytes.TrimPrefix(bytes.TrimSpace(body), []byte("for (;;);"))
	if v := wire.Member(body, results); v.IsObject() {
		return readConnection(v), nil
	}
	if v := wire.Member(body, "payload"); v.Get("results").IsArray() {
		return readPayload(v), nil
	}
	return answer{}, refused(body)
}

// firstAnswer reads the results of a first page; a count above none without rows is the platform holding them back.
func firstAnswer(v gjson.Result) (answer, error) {
	out := readConnection(v)
	if len(out.adverts) == 0 && (out.count == nil || *out.count > 0) {
		return answer{}, fault.New(fault.RouteDegraded)
	}
	return out, nil
}

// readConnection reads edges, each of which may hold several ads of one group.
func readConnection(v gjson.Result) answer {
	m := v.Map()
	out := answer{count: wire.Int(m["count"])}
	m["edges"].ForEach(func(_, edge gjson.Result) bool {
		out.add(edge.Get("node.collated_results"))
		return true
	})
	if info := m["page_info"]; info.Get("has_next_page").Bool() {
		out.cursor = info.Get("end_cursor").String()
	}
	return out
}

// readPayload reads the groups of the old endpoint.
func readPayload(v gjson.Result) answer {
	m := v.Map()
	out := answer{count: wire.Int(m["totalCount"])}
	m["results"].ForEach(func(_, group gjson.Result) bool {
		out.add(group)
		return true
	})
	if !m["isResultComplete"].Bool() {
		out.cursor = m["forwardCursor"].String()
	}
	return out
}

func (out *answer) add(group gjson.Result) {
	group.ForEach(func(_, node gjson.Result) bool {
		if a, ok := readAdvert(node); ok {
			out.adverts = append(out.adverts, a)
		}
		return true
	})
}
