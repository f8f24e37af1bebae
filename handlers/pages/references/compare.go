package references

import (
	"fmt"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/references"
	"socialdata/views"
)

// How many references can be compared.
const (
	fewestCompared = 2
	mostCompared   = 4
)

// compare shows several references side by side. Those that the workspace does not have are omitted.
func (h *Handlers) compare(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	ids := f.IDs()
	if len(ids) < fewestCompared || len(ids) > mostCompared {
		return h.ListAgain(c, f, "references", fmt.Sprintf("Select %d to %d references to compare.", fewestCompared, mostCompared))
	}
	found, err := h.Store.References.FindReferences(c.UserContext(), page.Caller(c).WorkspaceID, ids)
	if err != nil {
		return err
	}
	v := views.Comparison{}
	for _, id := range ids {
		r := found[id]
		if r == nil {
			continue
		}
		one, err := h.compared(c, r)
		if err != nil {
			return err
		}
		v.Columns = append(v.Columns, one)
	}
	return page.Show(c, fiber.StatusOK, views.ComparePage(h.Frame(c, "Compare", "references"), v))
}

// compared returns one reference for the comparison: its media, its opening, its transcript and its counts.
func (h *Handlers) compared(c *fiber.Ctx, r *references.Reference) (v views.Compared, err error) {
	d := r.Derived()
	said, err := h.Kept.Transcript(c.UserContext(), r)
	if err != nil {
		return v, err
	}
	o := r.Observed()
	v = views.Compared{ReferenceCard: h.referenceCard(c, *r), Player: h.player(r, &d, said), Words: page.OrEmpty(o.SourceDescription)}
	strip := views.Reference{Player: v.Player}
	addShots(&strip, &d)
	v.Shots = strip.Shots
	if d.CreativeSpec != nil {
		v.Hook = page.OrEmpty(d.CreativeSpec.Hook)
	}
	if o.ObservationID != "" {
		item := h.itemOf(r, o)
		v.Facts = item.Facts()
	}
	return v, nil
}
