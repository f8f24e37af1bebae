package youtube

import (
	"context"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// items reads one page of the playlist of a channel's uploads. The API can sort by time only.
func (a *api) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Sort == "popular" {
		return nil, apierror.New(apierror.CodeUnsupportedObject, "reason", sources.ObjectNotSupported)
	}
	account := r.Known
	if account == nil {
		doc, err := a.channel(ctx, r.Account, "snippet")
		if err != nil {
			return nil, err
		}
		account = apiAccount(doc.Get("items.0"))
	}
	if account == nil {
		return nil, sources.Missing("id")
	}
	t := tabOf(r.Collection)
	suffix := strings.TrimPrefix(account.ID, string(content.VideoSite)+":UC")
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: account}
	parts := "contentDetails"
	if r.Newest {
		parts = "snippet,contentDetails"
	}
	doc, err := a.get(ctx, "playlistItems", "account", "part", parts, "playlistId", t.playlist+suffix, "maxResults", "50", "pageToken", r.Token)
	if apierror.Is(err, apierror.CodeNotFound) { // a channel without items of this kind has no such playlist
		return page, a.confirmNoUploads(ctx, t, suffix)
	}
	if err != nil {
		return nil, err
	}
	if r.Newest {
		page.Rows = a.newestRows(ctx, doc, t.kind)
	} else if page.Rows, err = a.rows(ctx, idsIn(doc, "contentDetails.videoId"), t.kind); err != nil {
		return nil, err
	}
	page.Total, page.Next = scan.Int(doc.Get("pageInfo.totalResults")), doc.Get("nextPageToken").String()
	return page, nil
}

// confirmNoUploads returns source_changed if a channel has uploads although its playlist of videos is missing: the
// prefix of that playlist's id is undocumented and may have changed.
func (a *api) confirmNoUploads(ctx context.Context, t tab, suffix string) error {
	if t.playlist != "UULF" {
		return nil
	}
	doc, err := a.get(ctx, "playlistItems", "account", "part", "contentDetails", "playlistId", "UU"+suffix, "maxResults", "1")
	if err == nil && len(idsIn(doc, "contentDetails.videoId")) > 0 {
		return sources.Missing("playlist " + t.playlist)
	}
	return nil
}

// search reads one page of videos.
func (a *api) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	doc, err := a.get(ctx, "search", "", "part", "id", "type", "video", "maxResults", "20", "q", r.Query, "pageToken", r.Token)
	if err != nil {
		return nil, err
	}
	rows, err := a.rows(ctx, idsIn(doc, "id.videoId"), "")
	if err != nil {
		return nil, err
	}
	return &sources.Page[content.ItemSummary]{Rows: rows, Next: doc.Get("nextPageToken").String()}, nil
}

// accounts reads one page of channels.
func (a *api) accounts(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.AccountRow], error) {
	found, err := a.get(ctx, "search", "", "part", "id", "type", "channel", "maxResults", "20", "q", r.Query, "pageToken", r.Token)
	if err != nil {
		return nil, err
	}
	page := &sources.Page[content.AccountRow]{Rows: []content.AccountRow{}, Next: found.Get("nextPageToken").String()}
	ids := idsIn(found, "id.channelId")
	if len(ids) == 0 {
		return page, nil
	}
	doc, err := a.get(ctx, "channels", "", "part", "snippet,statistics", "id", strings.Join(ids, ","))
	if err != nil {
		return nil, err
	}
	rows := map[string]content.AccountRow{}
	for v := range scan.Elements(doc.Get("items")) {
		if by := apiAccount(v); by != nil {
			rows[v.Get("id").String()] = content.AccountRow{AccountRef: *by, Followers: scan.Int(v.Get("statistics.subscriberCount"))}
		}
	}
	for _, id := range ids {
		if row, ok := rows[id]; ok {
			page.Rows = append(page.Rows, row)
		}
	}
	return page, nil
}

func idsIn(doc gjson.Result, path string) (ids []string) {
	for v := range scan.Elements(doc.Get("items")) {
		if id := v.Get(path).String(); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// comments reads one page of comments, or of the replies to one. If comments are turned off, the page is empty.
func (a *api) comments(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	id := r.Link.LocalID
	page := &sources.Page[content.Comment]{
		Rows: []content.Comment{}, Item: &sources.ItemRef{ID: content.NaturalID(content.VideoSite, id), URL: watchURL(id)},
	}
	resource, query := "commentThreads", []string{"videoId", id, "order", "relevance"}
	switch {
	case r.Parent != "":
		resource, query = "comments", []string{"parentId", r.Parent}
	case r.Sort == "latest":
		query[3] = "time"
	}
	doc, err := a.get(ctx, resource, "item", append(query, "part", "snippet", "maxResults", "20", "textFormat", "plainText", "pageToken", r.Token)...)
	if err != nil {
		return nil, err
	}
	page.Next = doc.Get("nextPageToken").String()
	for v := range scan.Elements(doc.Get("items")) {
		c := apiComment(v)
		c.ItemID, c.ParentID = page.Item.ID, nonBlank(r.Parent)
		page.Rows = append(page.Rows, c)
	}
	return page, nil
}

// apiComment reads a thread or a reply.
func apiComment(v gjson.Result) content.Comment {
	top := scan.First(v.Get("snippet.topLevelComment"), v)
	s := top.Get("snippet")
	author := s.Get("authorChannelId.value").String()
	c := content.Comment{
		Object: "comment", ID: top.Get("id").String(), Author: commenter(author, s.Get("authorDisplayName").String()),
		Text: scan.Text(scan.First(s.Get("textOriginal"), s.Get("textDisplay"))), PublishedAt: scan.Instant(s.Get("publishedAt").String()),
		Likes: scan.Int(s.Get("likeCount")), Replies: scan.Int(v.Get("snippet.totalReplyCount")),
	}
	if owner := scan.First(v.Get("snippet.channelId"), s.Get("channelId")).String(); owner != "" && author != "" {
		c.ByItemAuthor = new(owner == author)
	}
	return c
}
