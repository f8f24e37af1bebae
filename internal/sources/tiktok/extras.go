package tiktok

import (
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// marks collects what an item says about its content, until it is known which members apply.
type marks struct {
	content.Facts
	challenges []string // hashtags in formats that mark none in the text
	marked     bool     // textExtra exists: what it does not mark is not a hashtag or mention
	nameless   bool     // a mention has only the account's number
	label      int64    // adLabelVersion; the meaning of 1 and above is unknown
}

// read reads a member about the content. Others are skipped.
func (m *marks) read(key string, r *scan.Reader) {
	switch key {
	case "textExtra", "text_extra":
		m.marked = r.IsArray()
		for range r.Array() {
			m.readMark(r)
		}
	case "challenges", "cha_list":
		for range r.Array() {
			f := r.Fields("title", "cha_name")
			m.challenges = append(m.challenges, scan.First(f["title"], f["cha_name"]).String())
		}
	case "music", "music_info":
		m.Sound = readSound(r)
	case "poi", "poi_info":
		f := r.Fields("id", "poi_id", "name", "poi_name")
		m.Location = &content.Location{ID: scan.Str(scan.First(f["id"], f["poi_id"])), Name: scan.Str(scan.First(f["name"], f["poi_name"]))}
	case "textLanguage", "desc_language":
		m.Language = scan.Str(r.Value())
	case "diversificationLabels": // the platform's own categories, the narrowest first
		for range r.Array() {
			if word := scan.Str(r.Value()); m.Category == nil {
				m.Category = word
			}
		}
	case "isAd", "is_ad", "is_ads":
		if ad := scan.Bool(r.Value()); ad != nil && (m.Sponsored == nil || *ad) {
			m.Sponsored = ad
		}
	case "brandOrganicType": // how the author declared a promotion
		if declared := r.Int(); declared != nil && *declared > 0 {
			m.Sponsored = new(true)
		}
	case "adLabelVersion":
		m.label = scan.OrZero(r.Int())
	}
}

// readMark reads an element of textExtra: {type 1, hashtagName} for a hashtag, {type 0, userUniqueId} for a mention,
// which has only userId in the app.
func (m *marks) readMark(r *scan.Reader) {
	var tag, handle, id string
	for key := range r.Object() {
		switch key {
		case "hashtagName", "hashtag_name":
			tag = r.Value().String()
		case "userUniqueId":
			handle = r.Value().String()
		case "userId", "user_id":
			id = scan.ID(r.Value())
		}
	}
	switch {
	case tag != "":
		m.Tags = append(m.Tags, tag)
	case handle != "":
		m.Mentions = append(m.Mentions, handle)
	case id != "":
		m.nameless = true
	}
}

// readSound reads {id, title, authorName, original} of the web, {id, title, author, is_original_sound} of the app, whose id is
// a number, or {id_str, title, author} of the embed player.
func readSound(r *scan.Reader) *content.Sound {
	sound := &content.Sound{}
	for key := range r.Object() {
		switch key {
		case "id", "id_str":
			if id := scan.ID(r.Value()); isID(id) && id != "0" {
				sound.ID = &id
			}
		case "title":
			sound.Title = scan.Str(r.Value())
		case "authorName", "author":
			sound.Author = scan.Str(r.Value())
		case "original", "is_original_sound":
			sound.Original = scan.Bool(r.Value())
		}
	}
	return sound
}

// facts returns what is known after all members were read. Hashtags are marked in lower case and returned as written in
// the text. If nothing is marked, hashtags and mentions are read from the text.
func (m *marks) facts(text *string) content.Facts {
	f := m.Facts
	switch {
	case m.marked || len(m.challenges) > 0:
		f.Tags = scan.AsWritten(append(f.Tags, m.challenges...), text)
	default:
		f.Tags = scan.Hashtags(text, true)
	}
	if f.Tags == nil && m.marked {
		f.Tags = []string{}
	}
	switch {
	case !m.marked || m.nameless:
		f.Mentions = scan.Mentions(text, "._")
	case f.Mentions == nil:
		f.Mentions = []string{}
	}
	if f.Sponsored != nil && !*f.Sponsored && m.label > 0 {
		f.Sponsored = nil
	}
	return f
}

// media lists the pictures of a photo post with their addresses, or the video without, because its addresses only work
// with the page's cookies.
func (c clip) media() []content.ItemMedia {
	if c.images == 0 {
		return []content.ItemMedia{{Kind: content.MediaVideo, Width: c.width, Height: c.height, DurationMs: c.durationMs}}
	}
	list := make([]content.ItemMedia, c.images)
	for i := range list {
		p := c.photos[i]
		list[i] = content.ItemMedia{Kind: content.MediaImage, Width: p.Width, Height: p.Height}
		if p.URL != "" {
			list[i].URL, list[i].ExpiresAt = &p.URL, p.ExpiresAt
		}
	}
	return list
}

// extras returns what the item contains beyond text and counts.
func (c clip) extras() content.Extras { return content.Extras{Media: c.media(), Facts: c.facts} }
