package references

import (
	"fmt"
	"math"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/references"
	"socialdata/views"
)

// mostShownSimilar is how many similar references a page shows.
const mostShownSimilar = 8

// similarTo returns the references that look like one; none if searching takes too long now.
func (h *Handlers) similarTo(c *fiber.Ctx, r *references.Reference) (cards []views.SimilarReference, err error) {
	list, err := h.FindSimilar(c.UserContext(), page.Caller(c), r.ID)
	switch {
	case apierror.Is(err, apierror.CodeLimitExceeded):
		return nil, nil
	case err != nil:
		return nil, err
	}
	items := list.Items[:min(len(list.Items), mostShownSimilar)]
	ids := page.Map(items, func(one references.Similar) string { return one.ReferenceID })
	found, err := h.Store.References.FindReferences(c.UserContext(), r.WorkspaceID, ids)
	if err != nil {
		return nil, err
	}
	for _, one := range items {
		if other := found[one.ReferenceID]; other != nil {
			cards = append(cards, h.similarCard(c, one, r, other))
		}
	}
	return cards, nil
}

// similarCard says which picture of another reference looks like which of r.
func (h *Handlers) similarCard(c *fiber.Ctx, one references.Similar, r, other *references.Reference) views.SimilarReference {
	v := views.SimilarReference{ReferenceCard: h.referenceCard(c, *other), Why: "The same file"}
	if at := one.At.StartMs; at != nil && *at > 0 {
		v.At = page.Address(v.Href, "at", fmt.Sprint(*at))
	}
	theirs := placeOf(other, one.At)
	if one.Kind == references.SameFile {
		v.Why += theirs.in()
		return v
	}
	like := "this one"
	if own := placeOf(r, one.Own); own != (place{}) {
		like = own.String() + " here"
	}
	v.Why = fmt.Sprintf("Its picture%s is %.0f %% like %s", theirs.in(), math.Floor(100*one.Score), like)
	return v
}

// place is a part of a reference and a moment of its video. Its zero value is all of the reference.
type place struct {
	part int   // from 1; 0 if the reference has no parts
	ms   int64 // 0 for the beginning, which needs no words
}

// placeOf returns a place in a reference.
func placeOf(r *references.Reference, at references.SimilarPlace) (p place) {
	if parts := r.PartList().Media; len(parts) > 1 && at.MediaID != nil {
		p.part = 1 + slices.IndexFunc(parts, func(one references.Part) bool { return one.MediaID != nil && *one.MediaID == *at.MediaID })
	}
	if at.StartMs != nil {
		p.ms = *at.StartMs
	}
	return p
}

// String names the place, such as "part 2", "0:04" or "part 2 at 0:04". It returns "" for all of the reference.
func (p place) String() string {
	switch {
	case p.part == 0 && p.ms == 0:
		return ""
	case p.part == 0:
		return page.Clock(p.ms)
	case p.ms == 0:
		return fmt.Sprintf("part %d", p.part)
	}
	return fmt.Sprintf("part %d at %s", p.part, page.Clock(p.ms))
}

// in returns what a sentence says of the place behind what is there, such as " in part 2" or " at 0:04".
func (p place) in() string {
	switch {
	case p.part > 0:
		return " in " + p.String()
	case p.ms > 0:
		return " at " + p.String()
	}
	return ""
}

// foldVersions puts ads under the first ad on the page that is a version of the same creative.
func (h *Handlers) foldVersions(c *fiber.Ctx, cards []views.ReferenceCard) ([]views.ReferenceCard, error) {
	ids := page.Map(cards, func(card views.ReferenceCard) string { return card.ID })
	versions, err := h.Store.References.Versions(c.UserContext(), page.Caller(c).WorkspaceID, ids)
	if err != nil {
		return nil, err
	}
	at, folded := map[string]int{}, []views.ReferenceCard{}
	for _, card := range cards {
		first := versions[card.ID]
		if n, shown := at[first]; shown {
			folded[n].Versions = append(folded[n].Versions, card)
			continue
		}
		if first != "" {
			at[first] = len(folded)
		}
		folded = append(folded, card)
	}
	return folded, nil
}
