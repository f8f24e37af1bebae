package youtube

import (
	"cmp"
	"context"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// account reads one channel: its page, and the "more" panel, which alone has country, age, links and total views.
func (s *site) account(ctx context.Context, sel sources.AccountSelector) (*content.Account, error) {
	id, err := s.channelID(ctx, sel)
	if err != nil {
		return nil, err
	}
	doc, err := s.tab(ctx, id, tabOf("videos"))
	if err != nil {
		return nil, err
	}
	a, err := readChannel(doc, id)
	if err != nil {
		return nil, err
	}
	if token := aboutToken(doc); token != "" {
		panel, err := s.more(ctx, "browse", token)
		if err != nil {
			a.Incomplete = true
			return a, nil //nolint:nilerr // a is marked as incomplete
		}
		addAbout(a, panel)
	}
	return a, nil
}

// channelID returns the stable id for a selector; the platform resolves handles and addresses.
func (s *site) channelID(ctx context.Context, sel sources.AccountSelector) (string, error) {
	if sel.ID != "" {
		return sel.ID, nil
	}
	address := sel.URL
	if sel.Handle != "" {
		address = home + "/@" + sel.Handle
	}
	doc, err := s.call(ctx, s.web(), "navigation/resolve_url", "account", map[string]any{"url": address})
	if err != nil {
		return "", err
	}
	switch id := doc.top["endpoint"].Get("browseEndpoint.browseId").String(); {
	case isChannelID(id):
		return id, nil
	case id != "": // a page that is not a channel
		return "", apierror.New(apierror.CodeNotFound, "resource", "account")
	}
	return "", sources.Missing("endpoint.browseEndpoint") // the platform redirects the address, which says nothing about the account
}

// tab requests one tab of a channel. The answer also contains the channel's header.
func (s *site) tab(ctx context.Context, id string, t tab) (answer, error) {
	doc, err := s.call(ctx, s.web(), "browse", "account", map[string]any{"browseId": id, "params": t.params})
	if err != nil {
		return answer{}, err
	}
	return doc, alertError(doc, "account")
}

// more requests the continuation of a token. If the platform no longer accepts the token, that does not mean that the
// content is gone.
func (s *site) more(ctx context.Context, endpoint, token string) (answer, error) {
	return s.call(ctx, s.web(), endpoint, "", map[string]any{"continuation": token})
}

// alertError returns the error in an answer that has an alert instead of the resource.
func alertError(doc answer, resource string) error {
	for v := range scan.Elements(doc.top["alerts"]) {
		a := v.Get("alertRenderer")
		if a.Get("type").String() != "ERROR" {
			continue
		}
		words := plain(text(a.Get("text")))
		switch f := parseUnavailable(words); {
		case f != nil:
			return f
		case saysMissing(words):
			return apierror.New(apierror.CodeNotFound, "resource", resource)
		}
		return apierror.Wrap(errAlert, apierror.CodeRouteDegraded)
	}
	return nil
}

// saysMissing reports whether an alert says that the channel or list does not exist. "Unknown error." does not.
func saysMissing(words string) bool {
	return scan.HasAny(words, "does not exist", "doesn't exist", "not available", "isn't available", "unavailable", "not found")
}

// readChannel combines a channel's metadata with its header, which has several layouts.
func readChannel(doc answer, id string) (*content.Account, error) {
	metadata := doc.top["metadata"].Get("channelMetadataRenderer")
	h := readHeader(doc)
	if !metadata.Exists() && !h.found {
		return nil, sources.Missing("metadata.channelMetadataRenderer", "header")
	}
	if external := metadata.Get("externalId").String(); isChannelID(external) {
		id = external
	}
	handle := cmp.Or(handleIn(metadata.Get("vanityChannelUrl").String()), h.handle)
	a := &content.Account{
		Object: "account", ID: content.NaturalID(content.VideoSite, id), Platform: content.VideoSite,
		Handle: nonBlank(handle), Name: cmp.Or(scan.Str(metadata.Get("title")), nonBlank(h.name)), Description: scan.Text(metadata.Get("description")), URL: new(channelURL(id)),
		Avatar: h.avatar, Banner: h.banner, Verified: h.verified, Links: []content.Link{},
		VideoSite: &content.VideoAccount{FollowersApproximate: h.rounded},
	}
	a.Stats.Followers, a.Stats.Items = h.followers, h.items
	if larger := images(metadata.Get("avatar.thumbnails")); len(a.Avatar) == 0 {
		a.Avatar = larger
	}
	return a, nil
}

// listOwner returns the channel that a page's list belongs to.
func listOwner(doc answer, id string) *content.AccountRef {
	a, err := readChannel(doc, id)
	if err != nil {
		return accountRef(id, "", "")
	}
	return accountRef(strings.TrimPrefix(a.ID, string(content.VideoSite)+":"), scan.OrZero(a.Handle), scan.OrZero(a.Name))
}
