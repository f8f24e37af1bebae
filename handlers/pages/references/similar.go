package references

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
	ids := make([]string, 0, len(items))
	for _, one := range items {
		ids = append(ids, one.ReferenceID)
	}
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
		v.Why += in(theirs)
		return v
	}
	like := placeOf(r, one.Own)
	if like == "" {
		like = "this one"
	} else {
		like += " here"
	}
	v.Why = fmt.Sprintf("Its picture%s is %.0f %% like %s", in(theirs), math.Floor(100*one.Score), like)
	return v
}

// in puts a place behind what is there, and nothing for "".
func in(place string) string {
	switch {
	case place == "":
		return ""
	case strings.HasPrefix(place, "part"):
		return " in " + place
	}
	return " at " + place
}

// placeOf names a place in a reference, such as "part 2", "0:04" or "part 2 at 0:04"; "" for all of it.
func placeOf(r *references.Reference, at references.SimilarPlace) (words string) {
	if parts := r.PartList().Media; len(parts) > 1 && at.MediaID != nil {
		n := slices.IndexFunc(parts, func(p references.Part) bool { return p.MediaID != nil && *p.MediaID == *at.MediaID })
		if n >= 0 {
			words = fmt.Sprintf("part %d", n+1)
		}
	}
	if at.StartMs == nil || *at.StartMs == 0 {
		return words
	}
	if words == "" {
		return page.Clock(*at.StartMs)
	}
	return words + " at " + page.Clock(*at.StartMs)
}

// foldVersions puts ads under the first ad on the page that is a version of the same creative.
func (h *Handlers) foldVersions(c *fiber.Ctx, cards []views.ReferenceCard) ([]views.ReferenceCard, error) {
	ids := make([]string, 0, len(cards))
	for _, card := range cards {
		ids = append(ids, card.ID)
	}
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
