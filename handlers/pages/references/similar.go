package references

import (
	"fmt"
	"math"

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
			cards = append(cards, h.similarCard(c, one, other))
		}
	}
	return cards, nil
}

func (h *Handlers) similarCard(c *fiber.Ctx, one references.Similar, other *references.Reference) views.SimilarReference {
	v := views.SimilarReference{ReferenceCard: h.referenceCard(c, *other), Why: "Its picture"}
	if one.Kind == references.SameFile {
		v.Why = "The same file"
	}
	if parts := other.PartList().Media; len(parts) > 1 {
		for n, part := range parts {
			if part.MediaID != nil && one.At.MediaID != nil && *part.MediaID == *one.At.MediaID {
				v.Why += fmt.Sprintf(" in part %d", n+1)
			}
		}
	}
	if at := one.At.StartMs; at != nil && *at > 0 {
		v.Why += " at " + page.Clock(*at)
		v.At = page.Address(v.Href, "at", fmt.Sprint(*at))
	}
	if one.Kind != references.SameFile {
		v.Why += fmt.Sprintf(" is %.0f %% alike", math.Floor(100*one.Score))
	}
	return v
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
