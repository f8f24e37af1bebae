package adlibrary

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// media reads one ad together with the files of its creatives, in their order.
func (w web) media(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	item, err := w.item(ctx, r)
	if err != nil {
		return nil, err
	}
	found := sources.Files{Hosts: Hosts()}
	for _, c := range item.Ad.Creatives {
		if c.MediaURL != nil {
			found.Add(sources.MediaFile{Kind: content.MediaKind(c.Kind), URL: *c.MediaURL, ExpiresAt: c.ExpiresAt})
		}
	}
	return &sources.Media{Item: item, Files: found.List}, nil
}
