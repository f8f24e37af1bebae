package content

import "time"

// Finish cuts an item from an adapter to the limits of the API and lists its unknown fields in UnavailableFields. A
// missing transcript is listed, and captions are kept, only if they were requested.
func (i *Item) Finish(transcriptAsked bool) {
	i.Object = "item"
	i.Author = i.Author.finish()
	i.Title, i.Text = cut(i.Title, 1000), cut(i.Text, 10000)
	i.PublishedAt, i.DurationMs = sane(i.PublishedAt), counts(i.DurationMs)
	i.Stats.finish()
	i.Thumbnails = images(i.Thumbnails)
	i.Transcript.finish()
	i.Captions = finishCaptions(i.Captions, transcriptAsked)
	if i.Restriction != nil {
		i.Restriction.Message = filled(i.Restriction.Message, 500)
	}
	i.Ad.finish()
	named := unknown{}
	named.add(i.Author != nil, "author")
	named.add(i.Title != nil, "title")
	named.add(i.Text != nil, "text")
	named.add(i.PublishedAt != nil, "publishedAt")
	named.add(i.DurationMs != nil, "durationMs")
	named.add(i.Stats.Views != nil, "stats.views")
	named.add(i.Stats.Likes != nil, "stats.likes")
	named.add(i.Stats.Comments != nil, "stats.comments")
	named.add(i.Stats.Shares != nil, "stats.shares")
	named.add(i.Stats.Saves != nil, "stats.saves")
	named.add(len(i.Thumbnails) > 0, "thumbnails")
	named.add(i.Transcript != nil || !transcriptAsked, "transcript")
	i.UnavailableFields = named
	i.Extras.finish()
}

// Finish does the same for a list's row as Item.Finish for an item.
func (s *ItemSummary) Finish() {
	s.Object = "item_summary"
	s.Author = s.Author.finish()
	s.Title, s.Text = cut(s.Title, 1000), cut(s.Text, 10000)
	s.PublishedAt, s.PublishedText, s.DurationMs = sane(s.PublishedAt), filled(s.PublishedText, maxName), counts(s.DurationMs)
	s.Stats.finish()
	s.Thumbnails = images(s.Thumbnails)
	s.Facts.finish()
	if a := s.Ad; a != nil {
		a.LinkURL = publicURL(a.LinkURL)
		a.PageName = cut(a.PageName, maxName)
		a.StartedAt, a.EndedAt = sane(a.StartedAt), sane(a.EndedAt)
		a.CollationID, a.CollationCount = fits(a.CollationID, 64), counts(a.CollationCount)
		a.DisplayFormat, a.Platforms = fits(a.DisplayFormat, 64), words(a.Platforms, 64)
		a.Spend, a.Impressions, a.Currency = fits(a.Spend, 64), fits(a.Impressions, 64), fits(a.Currency, 16)
		a.Reach = counts(a.Reach)
		a.Transparency.finish()
	}
}

// Finish does the same for an account as Item.Finish for an item.
func (a *Account) Finish() {
	a.Object = "account"
	a.Handle, a.Name, a.Description = fits(a.Handle, maxHandle), cut(a.Name, maxName), cut(a.Description, 5000)
	a.URL, a.Country = publicURL(a.URL), cut(a.Country, 100)
	a.Avatar, a.Banner = images(a.Avatar), images(a.Banner)
	st := &a.Stats
	st.Followers, st.Following, st.Items, st.Views = counts(st.Followers), counts(st.Following), counts(st.Items), counts(st.Views)
	a.Links = links(a.Links)
	if a.ClipSite != nil {
		a.ClipSite.Likes = counts(a.ClipSite.Likes)
	}
	named := unknown{}
	named.add(a.Handle != nil, "handle")
	named.add(a.Name != nil, "name")
	named.add(a.Description != nil, "description")
	named.add(a.URL != nil, "url")
	named.add(len(a.Avatar) > 0, "avatar")
	named.add(len(a.Banner) > 0, "banner")
	named.add(a.Verified != nil, "verified")
	named.add(st.Followers != nil, "stats.followers")
	named.add(st.Following != nil, "stats.following")
	named.add(st.Items != nil, "stats.items")
	named.add(st.Views != nil, "stats.views")
	named.add(a.Country != nil, "country")
	named.add(a.JoinedAt != nil, "joinedAt")
	a.UnavailableFields = named
}

// Finish cuts a comment to the limits of the API.
func (c *Comment) Finish() {
	c.Object = "comment"
	c.Author = c.Author.finish()
	c.Text, c.PublishedAt, c.PublishedText = cut(c.Text, 10000), sane(c.PublishedAt), filled(c.PublishedText, maxName)
	c.Likes, c.Replies = counts(c.Likes), counts(c.Replies)
}

// Finish cuts a row of an account search to the limits of the API.
func (r *AccountRow) Finish() {
	if ref := r.AccountRef.finish(); ref != nil {
		r.AccountRef = *ref
	}
	r.Followers = counts(r.Followers)
}

func (r *AccountRef) finish() *AccountRef {
	if r == nil {
		return nil
	}
	ref := *r
	ref.Object = "account"
	ref.Handle, ref.Name, ref.URL = fits(ref.Handle, maxHandle), cut(ref.Name, maxName), publicURL(ref.URL)
	return &ref
}

func (s *Stats) finish() {
	s.Views, s.Likes, s.Comments = counts(s.Views), counts(s.Likes), counts(s.Comments)
	s.Shares, s.Saves = counts(s.Shares), counts(s.Saves)
}

func (t *Transcript) finish() {
	if t == nil {
		return
	}
	t.Segments = first(t.Segments, maxSegments)
	for i := range t.Segments {
		t.Segments[i].Text = *cut(&t.Segments[i].Text, maxSegment)
	}
	t.Text = *cut(&t.Text, maxFullText)
}

// finishCaptions returns nil if captions were not requested.
func finishCaptions(list []CaptionTrack, asked bool) []CaptionTrack {
	if !asked {
		return nil
	}
	list = first(list, maxCaptions)
	for i := range list {
		list[i].Name = cut(list[i].Name, maxName)
	}
	return list
}

func links(list []Link) []Link {
	out := []Link{}
	for _, l := range list {
		if publicURL(&l.URL) != nil && len(out) < 32 {
			l.Title = cut(l.Title, maxName)
			out = append(out, l)
		}
	}
	return out
}

// sane returns nil for a year that RFC 3339 cannot represent.
func sane(t *Time) *Time {
	if t == nil || t.Before(time.Unix(0, 0)) || t.Year() > 9999 {
		return nil
	}
	return t
}
