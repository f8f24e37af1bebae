package tiktok

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// media reads one item with its files.
func (s site) media(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	c, st, err := s.fetchItem(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	item, err := s.buildItem(ctx, c, st, r)
	if err != nil {
		return nil, err
	}
	files := c.files(st.header())
	switch {
	case len(files) == 0 && c.partial:
		return nil, sources.Degraded("the page that names the files refused")
	case len(files) == 0:
		return nil, c.withoutFiles()
	}
	return &sources.Media{Item: item, Files: files}, nil
}

// header returns the headers with which the page's visitor requests files from a media host.
func header(cookie string) map[string]string {
	h := map[string]string{"Referer": origin + "/"}
	if cookie != "" {
		h["Cookie"] = cookie
	}
	return h
}

// files returns the pictures of a photo post, or the addresses of a video. A photo post's video is its music and not a
// file of the item.
func (c clip) files(header map[string]string) []sources.MediaFile {
	found := sources.Files{Hosts: Hosts()}
	if c.images > 0 {
		for _, p := range c.photos {
			found.AddPart(sources.MediaFile{
				Kind: content.MediaImage, URL: p.URL, Width: scan.OrZero(p.Width), Height: scan.OrZero(p.Height), Header: header, ExpiresAt: p.ExpiresAt,
			})
		}
		return found.Parts()
	}
	for _, f := range c.renditions.list() {
		f.Header = header
		found.Add(f)
	}
	return found.List
}
