package videosite

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// media reads one video together with its whole files, which only the app's player tells without a signature.
func (s *site) media(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	v, err := s.look(ctx, r.Link.LocalID, true)
	if err != nil {
		return nil, err
	}
	if v.restriction != nil {
		return nil, fault.New(fault.UnavailableRestricted)
	}
	item, err := s.told(ctx, v, r)
	if err != nil {
		return nil, err
	}
	return &sources.Media{Item: item, Files: v.phone.files()}, nil
}

// sharp is the shorter side, in pixels, from which a rendition shows enough: 360p.
const sharp = 360

// files are the renditions that hold sound and picture in one file: the smallest sharp one first, then larger ones, then
// the blurred ones from large to small. Halves, playlists and addresses that need a signature are left out.
func (p player) files() []sources.MediaFile {
	found := sources.Files{Hosts: Hosts()}
	every(p.streams.Get("formats"), func(v gjson.Result) bool {
		if f := file(v); strings.HasPrefix(f.Type, "video/") {
			found.Add(f)
		}
		return true
	})
	slices.SortStableFunc(found.List, func(a, b sources.MediaFile) int {
		x, y := min(a.Width, a.Height), min(b.Width, b.Height)
		if x >= sharp && y >= sharp {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(y, x)
	})
	return found.List
}

func file(v gjson.Result) sources.MediaFile {
	m := wire.Fields(v, "url", "mimeType", "width", "height")
	address := m["url"].String()
	kind, _, _ := strings.Cut(m["mimeType"].String(), ";")
	return sources.MediaFile{
		Kind: content.MediaVideo, URL: address, Type: kind, Width: m["width"].Int(), Height: m["height"].Int(),
		Header: map[string]string{"User-Agent": app().agent}, ExpiresAt: wire.Expiry(address),
	}
}
