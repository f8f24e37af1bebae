package tiktok

import (
	"context"
	"maps"
	"net/http"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// state is the data that a page passes to its own script: a status and, if that is 0, the page's object.
type state struct {
	status int64
	reason string
	item   gjson.Result // itemStruct
	user   gjson.Result
	stats  gjson.Result // of user, rounded
	exact  gjson.Result // of user, statsV2
	cookie string       // set by the page
	as     visitor      // the browser with which the page was requested
}

// visitor holds the headers that identify a browser; nil is the client's default.
type visitor map[string]string

// phone returns the headers of a phone's browser: the platform sends it full pages where a desktop gets a stub.
func (s site) phone() visitor {
	return visitor{"User-Agent": s.shapes.Now().ClipSite.PhoneAgent, "Sec-CH-UA-Mobile": "?1", "Sec-CH-UA-Platform": `"Android"`}
}

// header returns the headers with which the page's visitor requests files from a media host.
func (st state) header() map[string]string {
	h := header(st.cookie)
	maps.Copy(h, st.as)
	return h
}

// page fetches a page and reads its state with read; key is reported as missing if the page has no state. About one page
// in 25 lacks the script with the state (autumn 2026), so the page is fetched again unless it is a bot check.
func (s site) page(ctx context.Context, as visitor, address, key string, read func([]byte) (state, bool)) (state, error) {
	for first := true; ; first = false {
		a, err := s.fetcher.Fetch(ctx, sources.Request{URL: address, Header: as})
		if err != nil {
			return state{}, err
		}
		st, found := read(a.Body)
		switch {
		case found:
			st.cookie, st.as = a.CookieHeader(), as
			return st, nil
		case scan.Script(a.Body, universal) != nil:
			return state{}, sources.Missing(key)
		case !first || a.Status != http.StatusOK || len(a.Body) == 0 || wall(a.Body):
			return state{}, blockedOrChanged(a, key)
		}
	}
}

// universal is the script of current pages; the other two are those of 2020 and of 2021 to 2023.
const (
	universal = "__UNIVERSAL_DATA_FOR_REHYDRATION__"
	nextData  = "__NEXT_DATA__"
	sigiState = "SIGI_STATE"
)

// itemState reads an item page of any generation.
func itemState(page []byte) (state, bool) {
	for _, key := range []string{"webapp\\.video-detail", "webapp\\.reflow\\.video\\.detail"} { // for desktops, for phones
		if v := pageObject(page, key); v.Exists() {
			st := status(v)
			st.item = v.Get("itemInfo.itemStruct")
			return st, true
		}
	}
	if b := scan.Script(page, sigiState); b != nil {
		st := status(gjson.GetBytes(b, "VideoPage"))
		st.item = onlyMember(gjson.GetBytes(b, "ItemModule"))
		return st, st.item.Exists() || st.status != 0
	}
	return state{}, false
}

// accountState reads an account page of any generation.
func accountState(page []byte) (state, bool) {
	if v := pageObject(page, "webapp\\.user-detail"); v.Exists() {
		st := status(v)
		info := v.Get("userInfo").Map()
		st.user, st.stats, st.exact = info["user"], info["stats"], info["statsV2"]
		return st, true
	}
	if b := scan.Script(page, sigiState); b != nil {
		st := status(gjson.GetBytes(b, "UserPage"))
		st.user = onlyMember(gjson.GetBytes(b, "UserModule.users"))
		st.stats = onlyMember(gjson.GetBytes(b, "UserModule.stats"))
		return st, st.user.Exists() || st.status != 0
	}
	return state{}, false
}

// pageObject returns the page's object in the current state or in that of 2020, which have the same format.
func pageObject(page []byte, key string) gjson.Result {
	if b := scan.Script(page, universal); b != nil {
		return valid(gjson.GetBytes(b, "__DEFAULT_SCOPE__."+key))
	}
	if b := scan.Script(page, nextData); b != nil {
		return valid(gjson.GetBytes(b, "props.pageProps"))
	}
	return gjson.Result{}
}

// valid returns v, or the zero Result if it is malformed.
func valid(v gjson.Result) gjson.Result {
	if !v.IsObject() || !gjson.Valid(v.Raw) {
		return gjson.Result{}
	}
	return v
}

func status(v gjson.Result) state {
	st := state{reason: v.Get("statusMsg").String()}
	if n := scan.Int(scan.First(v.Get("statusCode"), v.Get("status_code"))); n != nil {
		st.status = *n
	}
	return st
}

// onlyMember returns the value of the only member of an object whose key is an id.
func onlyMember(v gjson.Result) (value gjson.Result) {
	valid(v).ForEach(func(_, member gjson.Result) bool {
		value = member
		return false
	})
	return value
}
