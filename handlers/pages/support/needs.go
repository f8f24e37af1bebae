package support

import (
	"slices"
	"strings"

	"socialdata/models/rollouts"
	"socialdata/views"
)

// oldShapes says of which platforms the shapes are old, and since when the newest of them are, with the link to where somebody changes them; "" on the page itself.
func (h *Handlers) oldShapes(href string) []views.Need {
	var old []string
	least := int64(0)
	for _, p := range h.Platforms.All() {
		if days, is := h.Shapes.Now().Aging(p.Name, h.Store.Now()); is {
			if old = append(old, p.Title); least == 0 || int64(days) < least {
				least = int64(days)
			}
		}
	}
	if len(old) == 0 {
		return nil
	}
	words := "The shapes of " + strings.Join(old, ", ") + " are " + views.Count(least, "day") + " old or older"
	if href == "" {
		return []views.Need{{Words: words + ", so calls may begin to fail. Update the program, or change the shapes below."}}
	}
	return []views.Need{{Words: words + ". They are the ids and versions that platforms change every few weeks, so calls may begin to fail. Update the program, or", Href: href, Act: "change the shapes"}}
}

// unusedChange says that the latest change that was not ended is not used, because it was made for other shapes.
func (h *Handlers) unusedChange(list []rollouts.Rollout) []views.Need {
	n := slices.IndexFunc(list, func(r rollouts.Rollout) bool { return !r.State.Ended() })
	if n < 0 || !h.shapesRow(&list[n]).Others {
		return nil
	}
	return []views.Need{{Words: "Change " + list[n].Version + " was made for other shapes than those of this program or file, and is not used.", Href: "/support/shapes/" + list[n].ID, Act: "Undo it"}}
}

// routeNeeds says what of a route's answers somebody has to look at.
func routeNeeds(v views.SupportRouteDetail) (list []views.Need) {
	if n := int64(len(v.Unread)); n > 0 {
		list = append(list, views.Need{Words: "Lists may lack rows: answers have " + views.Count(n, "element") + " that this version does not know.", Href: "#unread", Act: "See them"})
	}
	missing := int64(0)
	for _, f := range v.Fields {
		missing += f.Missing
	}
	if missing > 0 {
		list = append(list, views.Need{Words: "Answers often lack " + views.Count(missing, "field") + " that they had before.", Href: "#fields", Act: "See which"})
	}
	if n := int64(len(v.Answers)); n > 0 {
		list = append(list, views.Need{Words: views.Count(n, "answer") + " of the last week lacked something.", Href: "#incomplete", Act: "See what"})
	}
	return list
}
