package imports

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/references"
	"socialdata/views"
)

// lookupResult converts the JSON of a lookup to what the page shows: first the post, then its facts.
func (h *Handlers) lookupResult(c *fiber.Ctx, link sources.Link, r *lookup.Result, took time.Duration) (*views.Looked, error) {
	var served content.Served
	if err := json.Unmarshal(r.Body, &served); err != nil {
		return nil, err
	}
	v := &views.Looked{Charged: r.Receipt.Usage.CreditsCharged, Remaining: r.Receipt.Remaining, Cached: served.Cached,
		Observed: h.WhenAt(served.ObservedAt.Time), Took: shown.FormatStep(took)}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, r.Body, "", "  "); err != nil {
		return nil, err
	}
	v.JSON, v.Link, v.Lookup = pretty.String(), link.Canonical, page.WorkspacePath(c, "try/lookup")+"#answer"
	show := h.showItem
	if link.Target == sources.TargetAccount {
		show = showAccount
	}
	pictured, err := show(v, r)
	if err == nil {
		v.Trends, err = shown.TrendsOfAnswer(h.Base, c, link, r.Body)
	}
	if pictured {
		v.Picture = page.Address(page.WorkspacePath(c, "try/picture"), "url", link.Canonical)
	}
	return v, err
}

// showItem adds an item to the view and reports whether it has a picture.
func (h *Handlers) showItem(v *views.Looked, r *lookup.Result) (pictured bool, err error) {
	var i content.Item
	if err := json.Unmarshal(r.Body, &i); err != nil {
		return false, err
	}
	item := shown.NewItem(h.Base, i.Platform, references.Observed(&i, r.Incomplete))
	v.Post, v.Facts, v.Languages = item.Post(""), append(item.Facts(), item.Extras()...), captionLanguages(&i)
	if i.Restriction != nil {
		v.Facts = slices.Insert(v.Facts, min(1, len(v.Facts)), views.Fact{Name: "Restricted", Value: restrictionWords(i.Restriction)})
	}
	switch {
	case i.Transcript != nil:
		v.TranscriptNote = shown.TranscriptNote(i.Transcript)
		v.Lines, v.LinesLeft = shown.TranscriptLines(i.Transcript, "")
	case i.Kind == content.KindAd:
	case slices.Contains(i.UnavailableFields, "transcript") && item.Offers(i.Kind, "transcript"):
		v.TranscriptNote = "This post has no captions."
		if len(i.Captions) > 0 {
			v.TranscriptNote = "This post has no captions in that language."
		}
	case !item.Offers(i.Kind, "transcript"):
		v.TranscriptNote = "Captions are not offered on this kind of post."
	default:
		v.TranscriptNote = "The platform refused its captions this time. The facts are complete without them."
	}
	return len(i.Thumbnails) > 0, nil
}

// captionLanguages returns the languages of an item's captions, each once.
func captionLanguages(i *content.Item) []views.Option {
	var list []views.Option
	for _, t := range i.Captions {
		if slices.ContainsFunc(list, func(o views.Option) bool { return o.Value == t.Language }) {
			continue
		}
		word := t.Language
		if t.Name != nil {
			word = *t.Name + " (" + t.Language + ")"
		}
		list = append(list, views.Option{Value: t.Language, Word: word, Chosen: i.Transcript != nil && i.Transcript.Language == t.Language})
	}
	return list
}

// showAccount adds an account to the view and reports whether it has a picture.
func showAccount(v *views.Looked, r *lookup.Result) (pictured bool, err error) {
	var a content.Account
	if err := json.Unmarshal(r.Body, &a); err != nil {
		return false, err
	}
	v.Post = views.Post{Author: page.OrEmpty(a.Name), AuthorHref: page.OrEmpty(a.URL), Caption: page.OrEmpty(a.Description)}
	if a.Handle != nil {
		v.Post.Handle = "@" + *a.Handle
	}
	v.Account, v.Facts = true, shown.AccountFacts(&a)
	return len(a.Avatar) > 0, nil
}
