package simulator

import (
	"encoding/json"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// adSite simulates the ad library: pages with their results block, the continuation and the details.
type adSite struct {
	mu        sync.Mutex
	pages     []*adPage
	published int64
}

// Link ids and words of the ad library with special answers.
const (
	AdDeeplink  = "3800000000000001" // a link id that leads to an ad with another archive id
	AdCard      = "3800000000000002" // a link id whose page has the ad as a card, as older pages do
	AdUnpainted = "unpainted"        // words or link: the page without its results
	AdCaptcha   = "captcha"          // a bot check instead of results
	AdHeldBack  = "heldback"         // a count without rows
)

func newAdSite() Site {
	return Site{Platform: "ad_library", Handler: &adSite{pages: inventAdPages()}, Hosts: []string{"facebook.com", "fbcdn.net", "fb.me", "fb.watch"}}
}

func (s *adSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch q := r.URL.Query(); {
	case strings.HasSuffix(r.Host, "fbcdn.net") && strings.HasSuffix(r.URL.Path, ".mp4"):
		sendFilm(w, r, wholeFilm, advertOf(r.URL.Path), wide)
	case strings.HasSuffix(r.Host, "fbcdn.net"):
		sendPicture(w, r, advertOf(r.URL.Path), wide)
	case strings.HasPrefix(r.URL.Path, "/ads/library"):
		if s.special(w, q.Get("q")+q.Get("id")) {
			return
		}
		if id := q.Get("id"); id != "" {
			s.linkPage(w, s.find(id, "", "", "all"))
			return
		}
		found := s.find("", q.Get("view_all_page_id"), q.Get("q"), q.Get("active_status"))
		s.resultsPage(w, connection(found, 30, true))
	case strings.HasPrefix(r.URL.Path, "/api/graphql"):
		s.graphQL(w, r)
	default:
		http.NotFound(w, r)
	}
}

// advertOf returns the id in the name of a file: /v/t39.35426-6/ID-preview.jpg. The cards of a carousel have ids of their own.
func advertOf(p string) string {
	id, part, _ := strings.Cut(path.Base(p), "-")
	if n := part[:min(1, len(part))]; n > "0" && n <= "9" {
		return id + n
	}
	return id
}

func (s *adSite) special(w http.ResponseWriter, asked string) bool {
	switch asked {
	case AdUnpainted:
		sendHTML(w, http.StatusForbidden, adShell(""))
	case AdCard:
		s.cardPage(w)
	case AdCaptcha:
		sendHTML(w, http.StatusForbidden, adShell(block("AdLibraryFoundationRoot", object{"xfb_ad_library_is_captcha_required": true})))
	case AdHeldBack:
		s.resultsPage(w, object{"count": 552, "edges": []any{}, "page_info": object{"has_next_page": false, "end_cursor": ""}})
	default:
		return false
	}
	return true
}

// cardPage returns a page with the newest ad of the first advertiser as a card, with the names used before 2024.
func (s *adSite) cardPage(w http.ResponseWriter) {
	page := s.pages[0]
	ad := page.adverts[0]
	f := shown{page, ad}
	card := object{
		"adArchiveID": strconv.FormatInt(ad.id, 10), "isActive": ad.active, "pageID": page.id, "pageName": page.name, "startDate": ad.start,
		"publisherPlatform": []string{"facebook"}, "snapshot": f.snapshot(),
	}
	sendHTML(w, http.StatusForbidden, adShell(`<script type="application/json" data-sjs>`+script(object{"entryPointRoot": object{"otherProps": object{
		"deeplinkAdID": AdCard, "deeplinkAdCard": card}}})+`</script>`))
}

// linkPage returns a page with the ad of a link apart from the results, or with the reason why there is none.
func (s *adSite) linkPage(w http.ResponseWriter, found []shown) {
	linked := object{"deeplink_ad_archive": nil, "no_result_reason": "NO_AD_FOUND"}
	if len(found) > 0 {
		linked = object{"deeplink_ad_archive": found[0].node(true), "no_result_reason": nil}
	}
	sendHTML(w, http.StatusForbidden, adShell(block("AdLibraryFoundationRoot", object{
		"xfb_ad_library_is_captcha_required": false, "ad_library_main": object{"deeplink_ad_archive_result": linked},
	})))
}

// resultsPage returns status 403 with complete contents, as the library does for visitors.
func (s *adSite) resultsPage(w http.ResponseWriter, results object) {
	sendHTML(w, http.StatusForbidden, adShell(block("AdLibraryFoundationRoot", object{
		"xfb_ad_library_is_captcha_required": false, "ad_library_main": object{"search_results_connection": results},
	})))
}

func adShell(block string) string {
	return `<!DOCTYPE html><html><head><title>Ad Library</title></head><body>` +
		`<script type="application/json" data-sjs>{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"define":[["AdLibraryFoundationRoot.react"],` +
		`["LSD",[],{"token":"AVinvented"},323]],"preloaders":[{"queryID":"1","variables":{"sessionID":"00000000-0000-4000-8000-000000000001","v":"abc123"}}]}}]]]}</script>` +
		block + `</body></html>`
}

// connection groups similar ads into one edge; the cursor is the archive id of the last ad.
func connection(found []shown, size int, first bool) object {
	edges, groups := []object{}, map[int64]object{}
	last, taken := "", 0
	for _, f := range found {
		if taken == size {
			break
		}
		taken++
		last = strconv.FormatInt(f.ad.id, 10)
		if node, there := groups[f.ad.group]; there && f.ad.group != 0 {
			node["collated_results"] = append(node["collated_results"].([]object), f.node(false))
			continue
		}
		node := object{"collated_results": []object{f.node(true)}, "__typename": "CollatedSearchResults"}
		groups[f.ad.group] = node
		edges = append(edges, object{"node": node, "cursor": nil})
	}
	more := taken < len(found)
	if !more {
		last = ""
	}
	c := object{"edges": edges, "page_info": object{"has_next_page": more, "end_cursor": last}}
	if first {
		c["count"] = len(found)
	}
	return c
}

// graphQL answers the continuation, ten ads at a time, and the details of one ad.
func (s *adSite) graphQL(w http.ResponseWriter, r *http.Request) {
	var v struct {
		Cursor, QueryString, ViewAllPageID, ActiveStatus, AdArchiveID string
	}
	_ = json.Unmarshal([]byte(r.FormValue("variables")), &v)
	if v.AdArchiveID != "" {
		s.details(w, v.AdArchiveID)
		return
	}
	if v.ViewAllPageID == "0" {
		v.ViewAllPageID = ""
	}
	var rest []shown
	for _, f := range s.find("", v.ViewAllPageID, v.QueryString, v.ActiveStatus) {
		if f.ad.id < number(v.Cursor) {
			rest = append(rest, f)
		}
	}
	sendJSON(w, http.StatusOK, object{"data": object{"ad_library_main": object{"search_results_connection": connection(rest, 10, false)}}})
}

func (s *adSite) details(w http.ResponseWriter, id string) {
	details := object{"aaa_info": nil, "transparency_by_location": nil}
	for _, f := range s.find(id, "", "", "all") {
		if f.page.europe {
			reach := audience(140000, f.page.id, int(f.ad.id/1_000_000_000))
			details["aaa_info"] = object{"payer_beneficiary_data": []object{{"payer": f.page.name, "beneficiary": f.page.name}}}
			details["transparency_by_location"] = object{"eu_transparency": object{
				"targets_eu": true, "eu_total_reach": reach,
				"age_country_gender_reach_breakdown": []object{{"country": "DE", "age_gender_breakdowns": []object{
					{"age_range": "18-24", "male": reach * 2 / 5, "female": reach / 2, "unknown": nil}, {"age_range": "65+", "male": nil, "female": reach / 10, "unknown": nil},
				}}},
				"gender_audience": "All", "age_audience": object{"min": 18, "max": 65},
				"location_audience": []object{{"name": "Germany", "num_obfuscated": 0, "type": "countries", "excluded": false}, {"name": "Bonn, Germany", "num_obfuscated": 0, "type": "CITY", "excluded": true}},
			}}
		}
	}
	sendJSON(w, http.StatusOK, object{"data": object{"ad_library_main": object{"ad_details": details}}})
}
