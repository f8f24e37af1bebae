package references

import (
	"encoding/json"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/references"
	"socialdata/views"
)

// whyNoPost says what a picture shows in place of the post, or why there is none, by its reason.
var whyNoPost = map[content.PageReason]string{
	content.PageSignIn:      "a login wall",
	content.PageConsent:     "a consent wall",
	content.PageBotCheck:    "a check for bots",
	content.PageRefused:     "the platform’s refusal",
	content.PageCovered:     "a dialog that covers the page",
	content.PageNoPostText:  "The post’s text is not among the visible text.",
	content.PageNoKnownText: "The post has no text by which it could be recognised.",
	content.PageTimeout:     "The page did not load in time.",
	content.PageUnreachable: "The page could not be reached.",
	content.PageElsewhere:   "The page leads to another site, which is not opened.",
	content.PageTooLarge:    "The picture is too large to be kept.",
	content.PageBrowser:     "The browser could not take it.",
	content.PageBusy:        "Too many pictures were being taken.",
}

// pictureOfPage returns what the page of a reference says of the picture of the post's page.
func (h *Handlers) pictureOfPage(r *references.Reference) views.PagePicture {
	var p references.Provenance
	if json.Unmarshal(r.Provenance, &p) != nil || p.PagePicture == nil {
		return views.PagePicture{}
	}
	shot, why := p.PagePicture, ""
	if shot.Reason != nil {
		why = whyNoPost[*shot.Reason]
	}
	if shot.Status == content.PageFailed {
		return views.PagePicture{Says: "None was taken on " + page.FormatTime(shot.TakenAt.Time) + ". " + why}
	}
	v := views.PagePicture{Says: "The page as a visitor without login saw it on " + page.FormatTime(shot.TakenAt.Time) + ".",
		Picture: h.FileLink(shot.PictureMediaID, nil, media.Inline), PDF: h.FileLink(shot.PDFMediaID, nil, media.Attachment)}
	switch shot.Status {
	case content.PageWall:
		v.Warning = "It shows " + why + ", not the post."
	case content.PageUnclear:
		v.Warning = "It may not show the post. " + why
	case content.PageKept:
		v.Says += " What tells this post, its text or its author's name, is visible in it."
	case content.PageFailed:
	}
	return v
}
