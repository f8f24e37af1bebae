package tiktok

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// renditions are the files of a video: an address on the web, a list in the embed player, an object in the app.
type renditions struct {
	played gjson.Result // the one that the page plays
	codec  string       // of that one; "" if unknown
	again  []byte       // PlayAddrStruct: further addresses of that one
	others []byte       // bitrateInfo, bit_rate or profiles, read only if files are requested
}

// list returns every playable file, H.264 first because most programs can play it.
func (v renditions) list() []sources.MediaFile {
	var plain, other []sources.MediaFile
	add := func(codec string, addresses []string, size gjson.Result) {
		file, ok := file(addresses, size)
		switch {
		case !ok, strings.HasPrefix(codec, "bytevc2"): // only the platform's own programs can decode it
		case codec == "" || strings.HasPrefix(codec, "h264"):
			plain = append(plain, file)
		default:
			other = append(other, file)
		}
	}
	again := gjson.ParseBytes(v.again)
	add(v.codec, append(addresses(v.played), addresses(again)...), scan.First(again, v.played))
	for _, one := range gjson.ParseBytes(v.others).Array() {
		addr := scan.First(one.Get("PlayAddr"), one.Get("play_addr"))
		add(strings.ToLower(scan.First(one.Get("CodecType"), one.Get("codec_type")).String()), addresses(addr), addr)
	}
	return append(plain, other...)
}

// addresses reads an address, a list of them, or the UrlList or url_list of an object. It skips paths with hvc1, whose
// files have no sound or are empty.
func addresses(v gjson.Result) (out []string) {
	if v.IsObject() {
		v = scan.First(v.Get("UrlList"), v.Get("url_list"))
	}
	for _, address := range v.Array() {
		if address.Str != "" && !strings.Contains(address.Str, "/media-video-hvc1/") {
			out = append(out, address.Str)
		}
	}
	return out
}

// file returns one file with all its addresses, first one of each host: the first address often refuses.
func file(addresses []string, size gjson.Result) (f sources.MediaFile, ok bool) {
	if addresses = interleaveHosts(addresses); len(addresses) == 0 {
		return f, false
	}
	m := scan.Fields(size, "Width", "Height", "width", "height")
	f = sources.MediaFile{Kind: content.MediaVideo, URL: addresses[0], Others: addresses[1:], ExpiresAt: cmp.Or(scan.Expiry(addresses[0]), pathExpiry(addresses[0]))}
	f.Width = scan.OrZero(scan.Int(scan.First(m["Width"], m["width"])))
	f.Height = scan.OrZero(scan.Int(scan.First(m["Height"], m["height"])))
	return f, true
}

// pathExpiry reads the expiry time that some addresses contain as hexadecimal seconds after their signature.
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

// interleaveHosts moves the first address of every host to the front and removes duplicates.
func interleaveHosts(addresses []string) []string {
	var hosts, first, rest []string
	for _, address := range addresses {
		u, err := url.Parse(address)
		switch {
		case slices.Contains(first, address) || slices.Contains(rest, address):
		case err != nil || slices.Contains(hosts, u.Host):
			rest = append(rest, address)
		default:
			hosts, first = append(hosts, u.Host), append(first, address)
		}
	}
	return append(first, rest...)
}
