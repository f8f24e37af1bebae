package references

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/db"
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
		return h.ListUnchanged(c, f, "references", fmt.Sprintf("Select %d to %d references to compare.", fewestCompared, mostCompared))
	}
	found, err := h.Store.References.FindReferences(c.UserContext(), page.Caller(c).WorkspaceID, ids)
	if err != nil {
		return err
	}
	v, observed, kept := views.Comparison{}, [][]views.Fact{}, [][]views.Fact{}
	for _, id := range ids {
		r := found[id]
		if r == nil {
			continue
		}
		one, err := h.compared(c, r)
		if err != nil {
			return err
		}
		v.Columns, observed, kept = append(v.Columns, one), append(observed, h.observedFacts(r)), append(kept, keptFacts(r))
	}
	if len(v.Columns) > fewestCompared {
		for n := range v.Columns {
			v.Columns[n].Remove = without(c, "id", v.Columns[n].ID)
		}
	}
	v.Rows = append(comparedRows(observed), comparedRows(kept)...)
	v.HookDiffers = differ(v.Columns, func(one views.Compared) string { return one.Hook })
	v.WordsDiffer = differ(v.Columns, func(one views.Compared) string { return one.Words })
	v.ShotsDiffer = differ(v.Columns, func(one views.Compared) string {
		if len(one.Shots) == 0 {
			return ""
		}
		return fmt.Sprint(len(one.Shots))
	})
	return page.Show(c, fiber.StatusOK, views.ComparePage(h.Frame(c, "Compare", "references"), v))
}

// differ reports whether two references that have a text have other ones. What is not known is not compared.
func differ(columns []views.Compared, text func(views.Compared) string) bool {
	first := ""
	for _, one := range columns {
		switch it := text(one); {
		case it == "":
		case first == "":
			first = it
		case it != first:
			return true
		}
	}
	return false
}

// compared returns one reference for the comparison: its media, its opening, its text and its shots.
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
	return v, nil
}

// observedFacts returns the facts of a reference that its platform showed.
func (h *Handlers) observedFacts(r *references.Reference) []views.Fact {
	o := r.Observed()
	if o.ObservationID == "" {
		return nil
	}
	item := h.itemOf(r, o)
	return item.Facts()
}

// keptFacts returns the facts of a reference that the workspace added.
func keptFacts(r *references.Reference) []views.Fact {
	var list shown.FactList
	list.Known("Tags", len(r.TagList()) > 0, strings.Join(r.TagList(), ", "), "none")
	list.Known("Saved", true, page.FormatMoment(db.FromMicros(r.CreatedAt)), "")
	return list
}

// comparedRows sorts the facts of several references into rows, one for each name, in the order in which names first appear.
func comparedRows(facts [][]views.Fact) (rows []views.ComparedRow) {
	at := map[string]int{}
	for column, list := range facts {
		for _, one := range list {
			row, known := at[one.Name]
			if !known {
				row = len(rows)
				at[one.Name], rows = row, append(rows, views.ComparedRow{Name: one.Name, Facts: make([]views.Fact, len(facts))})
			}
			rows[row].Facts[column] = one
		}
	}
	for n, row := range rows {
		apply := slices.DeleteFunc(slices.Clone(row.Facts), func(one views.Fact) bool { return one.Name == "" })
		rows[n].Differs = slices.ContainsFunc(apply, func(one views.Fact) bool { return one != apply[0] })
	}
	return rows
}
