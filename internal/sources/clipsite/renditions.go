package clipsite

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// renditions are where a video's files are: an address on the web, a list on a page for embedding, an object in the app.
type renditions struct {
	played gjson.Result // what the page itself plays
	codec  string       // of that one; "" is not told
	again  []byte       // PlayAddrStruct: further addresses of that one
	others []byte       // bitrateInfo or bit_rate, read only when someone asks for files
}

// list has every address that can be played, H.264 before what fewer programs read. Each file has several addresses of
// which the first may refuse, so the first of every host come before the second ones.
func (v renditions) list() []sources.MediaFile {
	var plain, other []sources.MediaFile
	add := func(codec string, files []sources.MediaFile) {
		switch {
		case codec == "" || strings.HasPrefix(codec, "h264"):
			plain = append(plain, files...)
		case !strings.HasPrefix(codec, "bytevc2"): // which nothing but the platform's own program decodes
			other = append(other, files...)
		}
	}
	add(v.codec, addresses(v.played))
	add(v.codec, addresses(gjson.ParseBytes(v.again)))
	for _, one := range gjson.ParseBytes(v.others).Array() {
		add(strings.ToLower(one.Get("CodecType").String()), addresses(wire.First(one.Get("PlayAddr"), one.Get("play_addr"))))
	}
	return append(hostsInTurn(plain), hostsInTurn(other)...)
}

// addresses reads an address, a list of them, {UrlList, Width, Height} or {url_list, width, height}. A path with hvc1 is a
// picture without sound, or nothing.
func addresses(v gjson.Result) (out []sources.MediaFile) {
	list := v
	file := sources.MediaFile{Kind: content.MediaVideo}
	if v.IsObject() {
		m := wire.Fields(v, "UrlList", "Width", "Height", "url_list", "width", "height")
		list = wire.First(m["UrlList"], m["url_list"])
		file.Width = wire.OrZero(wire.Int(wire.First(m["Width"], m["width"])))
		file.Height = wire.OrZero(wire.Int(wire.First(m["Height"], m["height"])))
	}
	for _, address := range list.Array() {
		if file.URL = address.Str; file.URL == "" || strings.Contains(file.URL, "/media-video-hvc1/") {
			continue
		}
		if file.ExpiresAt = wire.Expiry(file.URL); file.ExpiresAt == nil {
			file.ExpiresAt = pathExpiry(file.URL)
		}
		out = append(out, file)
	}
	return out
}

// pathExpiry reads the end that some addresses carry as hexadecimal seconds behind their signature.
func pathExpiry(address string) *content.Time {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	parts := strings.SplitN(u.Path, "/", 4)
	if len(parts) < 4 || len(parts[1]) != 32 || len(parts[2]) != 8 {
		return nil
	}
	seconds, err := strconv.ParseInt(parts[2], 16, 64)
	if err != nil {
		return nil
	}
	return content.Unix(seconds)
}

// hostsInTurn moves the first address of every host to the front.
func hostsInTurn(files []sources.MediaFile) []sources.MediaFile {
	var hosts []string
	var first, rest []sources.MediaFile
	for _, f := range files {
		u, err := url.Parse(f.URL)
		if err != nil || slices.Contains(hosts, u.Host) {
			rest = append(rest, f)
			continue
		}
		hosts = append(hosts, u.Host)
		first = append(first, f)
	}
	return append(first, rest...)
}
