package pages

import (
	"fmt"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/references"
	"socialdata/views"
)

// gallery shows the parts of a post that has several; it has none where there is one.
func (h *Handlers) gallery(r *references.Reference) (g views.Gallery) {
	parts := r.PartList()
	if len(parts.Media) < 2 {
		return g
	}
	total := parts.Shown()
	g.Says = partsKept(parts, total)
	for _, p := range parts.Media {
		g.Parts = append(g.Parts, h.galleryPart(r, p, total))
		if p.State == references.PartFailed && p.FailureCode != nil {
			g.Failed = append(g.Failed, fmt.Sprintf("Part %d is not kept: %s. Another import may bring it.", p.Index+1, strings.TrimSuffix(lowerFirst(errorText(*p.FailureCode)), ".")))
		}
	}
	return g
}

// partsKept says how many parts are kept, in a sentence.
func partsKept(parts *references.Parts, total int64) string {
	switch kept := parts.Kept(); {
	case kept == total:
		return fmt.Sprintf("All %d parts are kept.", total)
	case total > references.MaxParts && kept == references.MaxParts:
		return fmt.Sprintf("%d of %d parts are kept: no more of one post are.", kept, total)
	default:
		return fmt.Sprintf("%d of %d parts are kept.", kept, total)
	}
}

func (h *Handlers) galleryPart(r *references.Reference, p references.Part, total int64) views.GalleryPart {
	number := fmt.Sprint(p.Index + 1)
	v := views.GalleryPart{ID: "part-" + number, Number: number, Name: fmt.Sprintf("Part %s of %d", number, total), Alt: orEmpty(p.AltText), Facts: partFacts(p)}
	if v.Alt == "" {
		v.Alt = v.Name
	}
	switch p.State {
	case references.PartKept:
		v.Download = h.mediaLink(p.MediaID, r.HoldExpiresAt, media.Attachment)
		if link := h.mediaLink(p.MediaID, r.HoldExpiresAt, media.Inline); p.Kind == content.MediaVideo {
			v.Video = link
		} else {
			v.Image = link
		}
	case references.PartExpired:
		v.Why = "The hold has ended."
	case references.PartFailed:
		v.Why = "Not kept."
	case references.PartSkipped:
		v.Why = "Not kept: the import kept no media."
	}
	return v
}

// partFacts says in a line what was measured of a part.
func partFacts(p references.Part) string {
	facts := []string{}
	if p.DetectedContentType != nil {
		facts = append(facts, *p.DetectedContentType)
	}
	if p.Width != nil && p.Height != nil {
		facts = append(facts, fmt.Sprintf("%d × %d", *p.Width, *p.Height))
	}
	if p.MeasuredDurationMs != nil {
		facts = append(facts, clock(*p.MeasuredDurationMs))
	}
	if p.MeasuredBytes != nil {
		facts = append(facts, bytesWord(*p.MeasuredBytes))
	}
	return strings.Join(facts, " · ")
}

// partsWord is what a card says of the parts of a post that has several; "" of one.
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
