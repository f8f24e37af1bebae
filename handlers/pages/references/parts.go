package references

import (
	"cmp"
	"fmt"
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/references"
	"socialdata/views"
)

// gallery returns the parts of a post. It is empty unless the post has several.
func (h *Handlers) gallery(r *references.Reference) (g views.Gallery) {
	if !hasGallery(r) {
		return g
	}
	parts := r.PartList()
	total := parts.Shown()
	g.Says = partsKept(parts, total)
	for _, p := range parts.Media {
		part := h.galleryPart(r, p, total)
		if parts.Total != nil && p.Index >= *parts.Total {
			part.Facts = append(part.Facts, views.Fact{Name: "In the post", Missing: "no longer"})
		}
		g.Parts = append(g.Parts, part)
	}
	return g
}

// hasGallery reports whether a post is shown part by part: it has several, and one of them is kept or there is no poster to show instead.
func hasGallery(r *references.Reference) bool {
	parts := r.PartList()
	return len(parts.Media) > 1 && (parts.Kept() > 0 || r.PosterMediaID == nil)
}

// partsKept returns a sentence that says how many parts are stored and why others are not.
func partsKept(parts *references.Parts, total int64) string {
	kept := parts.Kept()
	if kept == total {
		return fmt.Sprintf("All %d parts are kept.", total)
	}
	says := fmt.Sprintf("%d of %d parts kept", kept, total)
	switch refused := refusals(parts); {
	case len(refused) > 0:
		return says + ", " + strings.Join(refused, "; ") + ". Another import may bring what is missing."
	case total > references.MaxParts && kept >= references.MaxParts:
		return says + ": no more of one post are."
	}
	return says + "."
}

// refusals describes how many parts were rejected and why, such as "one was refused: the file is broken". Codes are
// in the order in which they first occur.
func refusals(parts *references.Parts) (list []string) {
	var codes []apierror.Code
	count := map[apierror.Code]int{}
	for _, p := range parts.Media {
		if p.State != references.PartFailed || p.FailureCode == nil {
			continue
		}
		if count[*p.FailureCode]++; count[*p.FailureCode] == 1 {
			codes = append(codes, *p.FailureCode)
		}
	}
	for _, code := range codes {
		who := "one was"
		if count[code] > 1 {
			who = fmt.Sprintf("%d were", count[code])
		}
		list = append(list, who+" refused: "+strings.TrimSuffix(shown.LowerFirst(shown.ErrorText(code)), "."))
	}
	return list
}

func (h *Handlers) galleryPart(r *references.Reference, p references.Part, total int64) views.GalleryPart {
	number := fmt.Sprint(p.Index + 1)
	v := views.GalleryPart{ID: "part-" + number, Number: number, Name: fmt.Sprintf("Part %s of %d", number, total), Facts: partFacts(p)}
	v.Alt = cmp.Or(page.OrEmpty(p.AltText), v.Name)
	switch p.State {
	case references.PartKept:
		v.Download = h.FileLink(p.MediaID, r.HoldExpiresAt, media.Attachment)
		if link := h.FileLink(p.MediaID, r.HoldExpiresAt, media.Inline); p.Kind == content.MediaVideo {
			v.Video = link
		} else {
			v.Image = link
		}
	case references.PartExpired:
		v.Why = "The hold has ended."
	case references.PartFailed:
		v.Why = "Refused."
		if p.FailureCode != nil {
			v.Why = "Refused: " + shown.LowerFirst(shown.ErrorText(*p.FailureCode))
		}
	case references.PartSkipped:
		v.Why = "Not kept: the import kept no media."
	}
	return v
}

// partFacts lists what was measured of a part.
func partFacts(p references.Part) []views.Fact {
	s := shown.FactList{}
	s.Text(fileType, p.DetectedContentType)
	if p.Width != nil && p.Height != nil {
		s.Add("Picture", fmt.Sprintf("%d × %d", *p.Width, *p.Height))
	}
	if p.MeasuredDurationMs != nil {
		s.Add("Length", page.Clock(*p.MeasuredDurationMs))
	}
	if p.MeasuredBytes != nil {
		s.Add("Size", shown.FormatBytes(*p.MeasuredBytes))
	}
	s.Text("Origin", p.Origin)
	return s
}

// partsWord returns what a card says about the parts of a post, or "" if it has only one.
func partsWord(r *references.Reference) string {
	parts := r.PartList()
	total := parts.Shown()
	switch kept := parts.Kept(); {
	case total < 2:
		return ""
	case kept > 0 && kept < total:
		return fmt.Sprintf("%d of %d parts", kept, total)
	}
	return fmt.Sprintf("%d parts", total)
}
