package scan

import (
	"encoding/base64"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
)

// Expiry returns the expiry time in a signed media address: x-expires (pictures of clip_site) or expire (videos of clip_site
// and video_site) in decimal Unix seconds, oe in hexadecimal ones (photo_site, ad_library). It returns nil if there is none.
func Expiry(address string) *content.Time {
	for name, value := range parameters(address) {
		switch name {
		case "x-expires", "expire":
			return unixIn(value, 10)
		case "oe":
			return unixIn(value, 16)
		}
	}
	return nil
}

func unixIn(s string, base int) *content.Time {
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil {
		return nil
	}
	return content.Unix(n)
}

// AddressDuration returns the duration in milliseconds that a photo_site or ad_library video address contains:
// duration_s inside efg, base64 JSON, in whole seconds. It returns nil if there is none.
func AddressDuration(address string) *int64 {
	efg := strings.TrimRight(parameter(address, "efg"), "=")
	raw, err := base64.RawURLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_").Replace(efg))
	if err != nil || !gjson.ValidBytes(raw) {
		return nil
	}
	seconds := Int(gjson.GetBytes(raw, "duration_s"))
	if seconds == nil || *seconds == 0 || *seconds > 1<<30 {
		return nil
	}
	return new(*seconds * 1000)
}

// parameter returns a value of the address's query, or "".
func parameter(address, name string) string {
	for n, value := range parameters(address) {
		if n == name {
			if plain, err := url.QueryUnescape(value); err == nil {
				return plain
			}
		}
	}
	return ""
}

// parameters yields the undecoded parameters of the address's query. It builds no map because lists hold thousands of addresses.
func parameters(address string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		_, query, _ := strings.Cut(address, "?")
		for query != "" {
			var pair string
			pair, query, _ = strings.Cut(query, "&")
			if name, value, _ := strings.Cut(pair, "="); !yield(name, value) {
				return
			}
		}
	}
}

// Pictures collects the sizes of a picture; it ignores addresses that are empty, not https, or duplicates.
type Pictures struct{ List []content.Image }

// Add appends one size; width and height may be nil.
func (p *Pictures) Add(address string, width, height *int64) {
	known := func(i content.Image) bool { return i.URL == address }
	if !strings.HasPrefix(address, "https://") || slices.ContainsFunc(p.List, known) {
		return
	}
	p.List = append(p.List, content.Image{URL: address, Width: width, Height: height, ExpiresAt: Expiry(address)})
}
