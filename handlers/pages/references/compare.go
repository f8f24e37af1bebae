package references

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
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
	var hooks, words, shots []string
	for _, one := range v.Columns {
		number := ""
		if n := len(one.Shots); n > 0 {
			number = strconv.Itoa(n)
		}
		hooks, words, shots = append(hooks, one.Hook), append(words, one.Words), append(shots, number)
	}
	v.HookDiffers, v.WordsDiffer, v.ShotsDiffer = differ(hooks), differ(words), differ(shots)
	return page.Show(c, fiber.StatusOK, views.ComparePage(h.Frame(c, "Compare", "references"), v))
}

// differ reports whether two of the values are not equal, whatever their case and the spaces around them. Empty ones, which are not
// known or do not apply, are not compared.
func differ(values []string) bool {
	first := ""
	for _, v := range values {
		v = strings.TrimSpace(v)
		if first = cmp.Or(first, v); v != "" && !strings.EqualFold(v, first) {
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
	if r.State == references.Ready && v.Player.Video == "" && v.Player.Image == "" {
		v.State = views.State{} // the player says why
	}
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
	if o.Ad == nil {
		return item.Facts()
	}
	facts := item.Facts() // its day stands in the row of all that was published
	if n := slices.IndexFunc(facts, func(f views.Fact) bool { return f.Name == shown.ActiveSince }); n >= 0 && o.PublishedAt != nil {
		facts = slices.Delete(facts, n, n+1)
	}
	return append([]views.Fact{item.Published()}, facts...)
}

// keptFacts returns the facts of a reference that the workspace added.
func keptFacts(r *references.Reference) []views.Fact {
	var list shown.FactList
	list.Known("Tags", len(r.TagList()) > 0, strings.Join(r.TagList(), ", "), views.None)
	list.Add("Saved", page.FormatMoment(db.FromMicros(r.CreatedAt)))
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
		rows[n].Differs = differ(page.Map(row.Facts, views.Fact.Known))
	}
	return rows
}
