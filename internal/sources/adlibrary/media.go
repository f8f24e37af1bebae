package adlibrary

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// media reads one ad with the files of its creatives.
func (w web) media(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	item, err := w.item(ctx, r)
	if err != nil {
		return nil, err
	}
	return &sources.Media{Item: item, Files: filesOf(item.Ad.Creatives)}, nil
}

// filesOf lists the files of creatives. As in the item's media, each creative with an address is a part of its own, even
// if two of them show the same.
func filesOf(creatives []content.Creative) []sources.MediaFile {
	found := sources.Files{Hosts: Hosts()}
	for _, c := range creatives {
		if c.MediaURL != nil {
			found.AddPart(sources.MediaFile{Kind: content.MediaKind(c.Kind), URL: *c.MediaURL, ExpiresAt: c.ExpiresAt})
		}
	}
	return found.Parts()
}
