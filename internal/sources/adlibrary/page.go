package adlibrary

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// answer is a page of results: a page, a continuation or an answer of the endpoint used before 2024.
type answer struct {
	adverts []*advert
	count   *int64 // results of the whole query, rounded by the platform; nil if unknown
	cursor  string // of the next page; "" at the end
}

// readPage reads a library page. Its status is 403 even if it is complete, so only the body counts.
func readPage(a *sources.Answer) (answer, error) {
	if err := captcha(a); err != nil {
		return answer{}, err
	}
	if found := scan.Block(a.Body, results); found.IsObject() {
		return firstAnswer(found)
	}
	return answer{}, emptyPageError(a)
}

// readLinked reads the page of a link: its one ad, which is separate from the results, or on older pages a card. If it
// is missing, the platform's reason shows whether the ad exists. Other pages have the ad as their only result.
func readLinked(a *sources.Answer, id string) (*advert, error) {
	if err := captcha(a); err != nil {
		return nil, err
	}
	linked := scan.Block(a.Body, "deeplink_ad_archive_result")
	if one, there := readAdvert(scan.ReadString(linked.Get("deeplink_ad_archive").Raw)); there {
		return one, nil
	}
	if card, there := readAdvert(scan.ReadString(scan.Block(a.Body, "deeplinkAdCard").Raw)); there {
		return card, nil
	}
	if reason := linked.Get("no_result_reason").String(); strings.Contains(reason, "NO_AD_FOUND") {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "item")
	}
	found, err := readPage(a)
	for _, one := range found.adverts {
		if one.ad.ArchiveID == id || !linked.IsObject() && found.isOnly(a, id) {
			return one, nil
		}
	}
	switch {
	case linked.IsObject() || err == nil && len(found.adverts) > 0:
		return nil, sources.Degraded("the page of the link shows other ads")
	case err == nil: // only NO_AD_FOUND means that the ad does not exist
		return nil, apierror.Wrap(errHeldBack, apierror.CodeRouteDegraded)
	}
	return nil, err
}

// isOnly reports whether the page's only result is the ad of the link, although its id may differ: the page counts one
// result in all, and names no other link as the requested one.
func (out answer) isOnly(a *sources.Answer, id string) bool {
	asked := scan.ID(scan.Block(a.Body, "deeplinkAdID"))
	return len(out.adverts) == 1 && out.count != nil && *out.count == 1 && out.cursor == "" && (asked == "" || asked == id)
}

func captcha(a *sources.Answer) error {
	if scan.Block(a.Body, "xfb_ad_library_is_captcha_required").Type == gjson.True {
		return apierror.New(apierror.CodeRouteDegraded)
	}
	return nil
}

// readContinuation reads a GraphQL answer, complete or streamed in parts, or one of the old endpoint.
func readContinuation(body []byte) (answer, error) {
	body = bytes.TrimPrefix(bytes.TrimSpace(body), []byte("for (;;);"))
	for _, shape := range []struct {
		key  string
		read func(*scan.Reader) (answer, bool)
	}{{results, readConnection}, {"payload", readPayload}} {
		if r, ok := scan.ReadMember(body, shape.key); ok {
			out, ok := shape.read(r)
			if !ok || r.Broken() {
				continue
			}
			if len(out.adverts) == 0 && out.count != nil && *out.count > 0 {
				return answer{}, apierror.Wrap(errHeldBack, apierror.CodeRouteDegraded)
			}
			return out, nil
		}
	}
	return answer{}, refusalError(body)
}

// firstAnswer reads the results of a first page. If it has a count above 0 and no rows, the rows are withheld.
func firstAnswer(v gjson.Result) (answer, error) {
	out, ok := readConnection(scan.ReadString(v.Raw))
	switch {
	case !ok:
		return answer{}, sources.Missing(results + ".edges")
	case len(out.adverts) == 0 && (out.count == nil || *out.count > 0):
		return answer{}, apierror.Wrap(errHeldBack, apierror.CodeRouteDegraded)
	}
	return out, nil
}

// readConnection reads edges, each of which may hold several ads of one group; false if there are none.
func readConnection(r *scan.Reader) (out answer, there bool) {
	for key := range r.Object() {
		switch key {
		case "count":
			out.count = r.Int()
		case "page_info":
			if info := r.Value(); info.Get("has_next_page").Bool() {
				out.cursor = info.Get("end_cursor").String()
			}
		case "edges":
			there = r.IsArray()
			for range r.Array() {
				out.readEdge(r)
			}
		}
	}
	return out, there
}

func (out *answer) readEdge(r *scan.Reader) {
	for key := range r.Object() {
		if key != "node" {
			continue
		}
		for key := range r.Object() {
			if key == "collated_results" {
				out.readGroup(r)
			}
		}
	}
}

// readPayload reads the groups of the old endpoint; false if there are none.
func readPayload(r *scan.Reader) (out answer, there bool) {
	complete := false
	for key := range r.Object() {
		switch key {
		case "totalCount":
			out.count = r.Int()
		case "isResultComplete":
			complete = r.Value().Bool()
		case "forwardCursor":
			out.cursor = r.Value().String()
		case "results":
			there = r.IsArray()
			for range r.Array() {
				out.readGroup(r)
			}
		}
	}
	if complete {
		out.cursor = ""
	}
	return out, there
}

func (out *answer) readGroup(r *scan.Reader) {
	for range r.Array() {
		if a, ok := readAdvert(r); ok {
			out.adverts = append(out.adverts, a)
		}
	}
}
