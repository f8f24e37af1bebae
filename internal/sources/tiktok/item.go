package tiktok

import (
	"context"
	"errors"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

func (s site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	c, st, err := s.fetchItem(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	return s.buildItem(ctx, c, st, r)
}

// buildItem makes the item of a clip, with its captions if they are wanted. A partial source names no captions, which
// does not mean that there are none.
func (s site) buildItem(ctx context.Context, c clip, st state, r sources.ItemRequest) (item *content.Item, err error) {
	item = c.item()
	switch {
	case r.Transcript && c.partial:
		return nil, apierror.Wrap(errors.New("the page that names the captions refused"), apierror.CodeRouteDegraded)
	case r.Transcript:
		err = s.addTranscript(ctx, item, r.Language, c.captions, st.cookie)
	}
	if err != nil {
		return nil, err
	}
	return item, nil
}

// fetchItem reads an item from its page, or if that is blocked from what other sites embed.
func (s site) fetchItem(ctx context.Context, link sources.Link) (clip, state, error) {
	c, st, err := s.fetchItemPage(ctx, link)
	if apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged) {
		c, err = s.fetchByEmbedding(ctx, link, err)
	}
	return c, st, err
}

// fetchItemPage reads an item's page. Any handle opens it: the id decides, and the answer names the author.
func (s site) fetchItemPage(ctx context.Context, link sources.Link) (clip, state, error) {
	id := link.LocalID
	address := itemURL(link.Handle, "video", id)
	st, err := s.page(ctx, address, "webapp.video-detail", itemState)
	if err != nil {
		return clip{}, st, err
	}
	if st.status == gone && reasonCode(st.reason) == "" {
		return clip{}, st, s.explainGone(ctx, address, st)
	}
	if err := statusError(st.status, st.reason); err != nil {
		return clip{}, st, err
	}
	c, ok := readClip(scan.ReadString(st.item.Raw))
	if !ok || c.id != id {
		return clip{}, st, apierror.New(apierror.CodeSourceChanged, "missing", []string{"itemInfo.itemStruct"})
	}
	return c, st, nil
}

// explainGone asks oEmbed about an item that its page calls gone without a reason, because the platform also says so to
// visitors whom it distrusts. An item that oEmbed still shows is not gone: it is withheld here, for a reason that is
// new, or the page is a soft block.
func (s site) explainGone(ctx context.Context, address string, st state) error {
	o, err := s.oembed(ctx, address)
	switch {
	case err != nil:
		return err
	case o.gone:
		return statusError(gone, st.reason)
	case st.reason == "" || containsAny(st.reason, "doesn't exist"):
		return apierror.New(apierror.CodeRouteDegraded)
	}
	return apierror.New(apierror.CodeUnavailableRestricted)
}

// itemURL returns the public address of an item; the platform fills in a handle that is not known.
func itemURL(handle, word, id string) string { return origin + "/@" + handle + "/" + word + "/" + id }

func (c clip) item() *content.Item {
	return &content.Item{
		ID: content.NaturalID(content.ClipSite, c.id), Platform: content.ClipSite, Kind: c.kind(), URL: c.url(), Incomplete: c.partial,
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
	handle, word := c.handle, "video"
	if c.author != nil && c.author.Handle != nil {
		handle = *c.author.Handle
	}
	if c.images > 0 {
		word = "photo"
	}
	return itemURL(handle, word, c.id)
}
