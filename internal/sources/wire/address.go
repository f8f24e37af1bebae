package wire

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/models/content"
)

// Expiry is the end that a signed media address carries: x-expires (pictures of clip_site) or expire (videos of
// clip_site and video_site) in decimal Unix seconds, oe in hexadecimal ones (photo_site, ad_library). nil when it
// carries none.
func Expiry(address string) *content.Time {
	for _, name := range []string{"x-expires", "expire"} {
		if s := parameter(address, name); s != "" {
			return unixIn(s, 10)
		}
	}
	return unixIn(parameter(address, "oe"), 16)
}

func unixIn(s string, base int) *content.Time {
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil {
		return nil
	}
	return content.Unix(n)
}

// AddressDuration is the length in milliseconds that a photo_site or ad_library video address states about itself:
// duration_s inside efg, base64 JSON, in whole seconds. nil when it does not.
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
	ms := *seconds * 1000
	return &ms
}

// parameter is a value of the address's query, "" without it. Lists hold thousands of addresses, so the query is not
// taken apart for it.
func parameter(address, name string) string {
	named := name + "="
	for from := 0; ; {
		i := strings.Index(address[from:], named)
		if i < 0 {
			return ""
		}
		at := from + i
		from = at + len(named)
		if at == 0 || address[at-1] != '?' && address[at-1] != '&' {
			continue
		}
		value, _, _ := strings.Cut(address[from:], "&")
		plain, err := url.QueryUnescape(value)
		if err != nil {
			return ""
		}
		return plain
	}
}

// Pictures collects the sizes of a picture; addresses that are empty, not https, or there already are left out.
type Pictures struct{ List []content.Image }

// Add appends one size; width and height may be nil.
func (p *Pictures) Add(address string, width, height *int64) {
	if !strings.HasPrefix(address, "https://") {
		return
	}
	for _, known := range p.List {
		if known.URL == address {
			return
		}
	}
	p.List = append(p.List, content.Image{URL: address, Width: width, Height: height, ExpiresAt: Expiry(address)})
}
