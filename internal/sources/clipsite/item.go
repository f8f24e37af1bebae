package clipsite

import (
	"context"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// item reads one item by its page.
func (s site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	c, _, err := s.look(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	return s.told(ctx, c, r)
}

// told makes the item of what its page said, with its captions where they are wanted.
func (s site) told(ctx context.Context, c clip, r sources.ItemRequest) (item *content.Item, err error) {
	item = c.item()
	if r.Transcript {
		item.Transcript, err = s.transcript(ctx, c.captions)
	}
	if err != nil {
		return nil, err
	}
	return item, nil
}

// look reads an item's page. Any handle opens it: the id decides, and the answer names the author.
func (s site) look(ctx context.Context, link sources.Link) (clip, state, error) {
	id := link.LocalID
	address := itemURL(link.Handle, "video", id)
	st, err := s.page(ctx, address, "webapp.video-detail", itemState)
	if err != nil {
		return clip{}, st, err
	}
	if st.status == gone && reasonCode(st.reason) == "" {
		return clip{}, st, s.explained(ctx, address, st)
	}
	if err := verdict(st.status, st.reason); err != nil {
		return clip{}, st, err
	}
	c, ok := readClip(wire.ReadString(st.item.Raw))
	if !ok || c.id != id {
		return clip{}, st, fault.New(fault.SourceChanged, "missing", []string{"itemInfo.itemStruct"})
	}
	return c, st, nil
}

// explained asks oEmbed about an item that its page calls gone without saying why: the platform also says so to visitors
// whom it distrusts. An item that oEmbed still shows is not gone: either it is withheld here, for a reason of which the
// word is new, or the page is a soft block.
func (s site) explained(ctx context.Context, address string, st state) error {
	alive, err := s.alive(ctx, address)
	switch {
	case err != nil:
		return err
	case !alive:
		return verdict(gone, st.reason)
	case st.reason == "" || containsAny(st.reason, "doesn't exist"):
		return fault.New(fault.RouteDegraded)
	}
	return fault.New(fault.UnavailableRestricted)
}

// itemURL is the public address of an item; the platform fills in a handle that is not known.
func itemURL(handle, word, id string) string { return origin + "/@" + handle + "/" + word + "/" + id }

func (c clip) item() *content.Item {
	return &content.Item{
		ID: content.NaturalID(content.ClipSite, c.id), Platform: content.ClipSite, Kind: c.kind(), URL: c.url(),
		Author: c.author, Title: c.title, Text: c.text, PublishedAt: c.published, DurationMs: c.durationMs,
		Stats: c.stats, Thumbnails: c.thumbnails,
	}
}

func (c clip) summary() content.ItemSummary {
	return content.ItemSummary{
		ID: content.NaturalID(content.ClipSite, c.id), Platform: content.ClipSite, Kind: c.kind(), URL: c.url(),
		Author: c.author, Title: c.title, Text: c.text, PublishedAt: c.published, DurationMs: c.durationMs,
		Stats: c.stats, ViewsApproximate: c.viewsRounded, Thumbnails: c.thumbnails,
	}
}

func (c clip) kind() content.Kind {
	switch {
	case c.images == 1:
		return content.KindImage
	case c.images > 1:
		return content.KindCarousel
	}
	return content.KindShort
}

func (c clip) url() string {
	handle, word := "", "video"
	if c.author != nil && c.author.Handle != nil {
		handle = *c.author.Handle
	}
	if c.images > 0 {
		word = "photo"
	}
	return itemURL(handle, word, c.id)
}
