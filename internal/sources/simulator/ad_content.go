package simulator

import (
	"slices"
	"strconv"
	"strings"
)

// adPage is an invented advertiser.
type adPage struct {
	id, name, profile string
	country           string
	political, europe bool
	catalogue, gated  bool
	known             bool      // not in the sample
	adverts           []*advert // newest first
	words             adText
}

// advert is an invented ad.
type advert struct {
	id     int64
	group  int64 // ads of one group are similar; 0 means none
	title  string
	text   string
	start  int64
	end    int64
	active bool
	format string // VIDEO, IMAGE, CAROUSEL, DPA
}

// adEpoch is midnight Pacific time, as all dates of the library are.
const adEpoch = 1757833200

// inventAdPages invents the advertisers, the same ones every time.
func inventAdPages() []*adPage {
	pages := []*adPage{
		{id: "5000000000101", name: "Copperline Kettles", profile: "copperline.kettles", country: "US"},
		{id: "5000000000102", name: "Bluejay Bicycles", profile: "bluejay.bicycles", country: "DE", europe: true},
		{id: "5000000000103", name: "Mossy Lantern Festival", profile: "mossy.lantern", country: "US", political: true},
		{id: "5000000000104", name: "Fable & Thread", profile: "fable.thread", country: "GB", catalogue: true},
		{id: "5000000000105", name: "Gated Spirits", profile: "gated.spirits", country: "US", gated: true},
	}
	for i, words := range adWords {
		pages[i].words = words
		for n := range words.count {
			pages[i].adverts = append(pages[i].adverts, newAdvert(pages[i], int64(i), int64(n)))
		}
	}
	return append(pages, knownPage())
}

// knownPage returns the advertiser for checking whether the library works. It is not in the sample.
func knownPage() *adPage {
	p := &adPage{id: "15087023444", name: "Running Shoes", profile: "running.shoes", country: "US", known: true, words: adText{titles: as("Running shoes, resoled"), texts: as("Run, then coffee.")}}
	p.adverts = []*advert{newAdvert(p, 9, 0)}
	return p
}

func newAdvert(p *adPage, page, n int64) *advert {
	a := &advert{
		id: 1_800_000_000_000_000 - n*1_000_000_000 - page, title: p.words.titles.text(int(n)), text: p.words.texts.text(int(n)), format: []string{"VIDEO", "IMAGE", "CAROUSEL"}[n%3],
		start: adEpoch - n*86400*3, active: n%9 != 8, end: adEpoch + 86400,
	}
	if !a.active {
		a.end = a.start + 86400*20
	}
	if p.catalogue {
		a.format = "DPA"
	}
	if n%6 < 2 && !p.catalogue { // two of every six ads are one group
		a.group = 70_000_000_000 + page*1000 + n/6
	}
	return a
}

func (s *adSite) page(id string) *adPage {
	return first(s.pages, func(p *adPage) bool { return p.id == id })
}

// shown is one ad with its advertiser.
type shown struct {
	page *adPage
	ad   *advert
}

// find returns the ads that match a link's id, an advertiser or words, newest first.
func (s *adSite) find(link, pageID, words, status string) []shown {
	var out []shown
	for _, p := range s.pages {
		for _, a := range p.adverts {
			switch {
			case link != "":
				if strconv.FormatInt(a.id, 10) == s.behind(link) {
					out = append(out, shown{p, a})
				}
			case pageID != "" && p.id != pageID, status == "active" && !a.active, status == "inactive" && a.active:
			case pageID == "" && !contains(p.name+" "+a.title+" "+a.text, words):
			default:
				out = append(out, shown{p, a})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b shown) int { return int(b.ad.id - a.ad.id) })
	return out
}

// behind returns the archive id of the ad that a link's id leads to.
func (s *adSite) behind(link string) string {
	if link == AdDeeplink {
		return strconv.FormatInt(s.pages[0].adverts[0].id, 10)
	}
	return link
}

func (s *adSite) publish(account string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.page(account)
	if p == nil {
		return ""
	}
	s.published++
	a := newAdvert(p, 0, 1)
	a.title, a.text = p.words.titles.text(len(p.adverts)), p.words.texts.text(len(p.adverts))
	a.id, a.group = 1_800_000_000_000_000+s.published*1_000_000_000, 0
	p.adverts = append([]*advert{a}, p.adverts...)
	return strconv.FormatInt(a.id, 10)
}

// date moves the days of every ad, so that the newest began a few days before a moment.
func (s *adSite) date(until int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	by := (until-adEpoch)/86400*86400 - 4*86400
	for _, p := range s.pages {
		for _, a := range p.adverts {
			a.start, a.end = a.start+by, min(a.end+by+3*86400, until)
		}
	}
}

func (s *adSite) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.pages {
		p.adverts = slices.DeleteFunc(p.adverts, func(a *advert) bool { return strconv.FormatInt(a.id, 10) == strings.TrimSpace(id) })
	}
}
