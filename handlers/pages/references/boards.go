package references

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/views"
)

// boards lists the boards of a workspace with the form to create one. If the query contains filters of the list of
// references, the form creates a smart board with them.
func (h *Handlers) boards(c *fiber.Ctx) error {
	return h.showBoards(c, fiber.StatusOK, page.ReadQuery(c))
}

func (h *Handlers) showBoards(c *fiber.Ctx, status int, f *page.Form) error {
	rows, err := h.Store.Boards.List(c.UserContext(), page.Caller(c).WorkspaceID, "", page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	ids := page.Map(rows.Items, func(b boards.Board) string { return b.ID })
	counts, err := h.Store.Boards.Counts(c.UserContext(), ids)
	if err != nil {
		return err
	}
	covers, err := h.Store.Boards.Covers(c.UserContext(), ids)
	if err != nil {
		return err
	}
	v := views.Boards{New: h.newBoardForm(c, f)}
	slow := false // one slow search is enough for a page
	for _, b := range rows.Items {
		card := views.BoardCard{Name: b.Name, Href: page.WorkspacePath(c, "boards/"+b.ID), Filter: h.boardFilter(c, &b), Description: b.Description}
		posters := covers[b.ID]
		if b.Kind == boards.Manual {
			card.Says = views.Count(int(counts[b.ID]), "reference")
		} else if !slow {
			var count string
			count, posters, err = h.smartCover(c, &b)
			if slow = apierror.Is(err, apierror.CodeLimitExceeded); err != nil && !slow {
				return err
			}
			if err == nil {
				card.Says = count
			}
		}
		card.Posters = page.Map(posters, func(id string) string { return h.FileLink(&id, nil, media.Inline) })
		v.Rows = append(v.Rows, card)
	}
	v.New.Open = v.New.Open || len(v.Rows) == 0
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, status, views.BoardsPage(h.Frame(c, "Boards", "boards"), v))
}

// smartCover returns how many references a smart board shows, as text, and the posters of its first ones.
func (h *Handlers) smartCover(c *fiber.Ctx, b *boards.Board) (count string, posters []string, err error) {
	list, err := h.ListedOn(b, operations.ReferenceFilter{}, references.Listing{})
	if err != nil {
		return "", nil, err
	}
	first, n, err := h.Store.References.ListAndCount(c.UserContext(), b.WorkspaceID, list, db.PageRequest{Limit: 3 * boards.MostCovers})
	if err != nil {
		return "", nil, err
	}
	for _, r := range first.Items {
		if r.PosterMediaID != nil && len(posters) < boards.MostCovers {
			posters = append(posters, *r.PosterMediaID)
		}
	}
	return page.AtMost(n, references.MostCounted, "reference"), posters, nil
}

// boardFilter is a filter of the list of references that a smart board stores.
type boardFilter struct {
	field, property string // its name in the address of the list, and in operations.ReferenceFilter
	of              func(operations.ReferenceFilter) []string
}

// boardFilters lists the filters that a smart board stores.
var boardFilters = []boardFilter{
	{"q", "q", func(in operations.ReferenceFilter) []string { return []string{string(in.Q)} }},
	{"tag", "tag", func(in operations.ReferenceFilter) []string { return in.Tag }},
	{"sourceTag", "sourceTag", func(in operations.ReferenceFilter) []string { return in.SourceTag }},
	{"account", "account", func(in operations.ReferenceFilter) []string { return []string{string(in.Account)} }},
	{"platform", "platform", func(in operations.ReferenceFilter) []string { return []string{string(in.Platform)} }},
	{"media", "mediaAvailability", func(in operations.ReferenceFilter) []string { return []string{string(in.MediaAvailability)} }},
	{"state", "state", func(in operations.ReferenceFilter) []string { return []string{string(in.State)} }},
}

// boundsOfFilters maps the filters of the list to the properties whose names begin with prefix.
func boundsOfFilters(prefix string) []page.Bound {
	return page.Map(boardFilters, func(b boardFilter) page.Bound { return page.Bound{Property: prefix + b.property, Field: b.field} })
}

// newBoardForm returns the form to create a board: a smart one if the list of references was filtered.
func (h *Handlers) newBoardForm(c *fiber.Ctx, f *page.Form) views.BoardForm {
	v := boardForm(f, page.WorkspacePath(c, "boards"), "", "")
	if v.Hidden = page.HiddenFields(keptFilters(f)); len(v.Hidden) > 0 {
		v.Filter, v.Open = h.filterWords(page.Bind[operations.ReferenceFilter](h.Service, page.NewForm(f.Values), boundsOfFilters("")...)), true
		v.Name.Focus = true
		v.Orders, _ = page.Options("", f.Text("order"), ordersOf(boards.Smart), func(s references.Sort) string { return orderWords[s] })
	}
	v.Open = v.Open || !f.OK()
	return v
}

// keptFilters returns the filters in a form or query that a smart board stores.
func keptFilters(f *page.Form) url.Values {
	kept := url.Values{}
	for _, b := range boardFilters {
		addValues(kept, b.field, f.Texts(b.field))
	}
	return kept
}

// addValues adds the values that are not empty to a query.
func addValues(q url.Values, name string, values []string) {
	for _, v := range values {
		if v != "" {
			q.Add(name, v)
		}
	}
}

func boardForm(f *page.Form, action, name, description string) views.BoardForm {
	return views.BoardForm{Action: action, Refusal: f.Problems[""],
		Name: views.Field{Name: "name", Label: "Name", Value: cmp.Or(f.Text("name"), name), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name]()},
		Description: views.Field{Name: "description", Label: "Description", Value: cmp.Or(f.Text("description"), description), Problem: f.Problems["description"],
			Max: operations.MostOf[operations.Description]()}}
}

// tooManyBoards is shown to somebody who makes one board too many.
var tooManyBoards = "A workspace has at most " + views.Number(boards.MostBoards) + " boards. Delete one first."

// createBoard creates a board and redirects to it.
func (h *Handlers) createBoard(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	bounds := []page.Bound{{Property: "name", Label: "The name"}, {Property: "description", Label: "The description"}}
	if len(keptFilters(f)) > 0 {
		bounds = append(append(bounds, boundsOfFilters("filter.")...), page.Bound{Property: "kind", Given: []string{string(boards.Smart)}}, page.Bound{Property: "order", Label: "The order"})
	}
	in := page.Bind[operations.CreateBoard](h.Service, f, bounds...)
	if !f.OK() {
		return h.showBoards(c, fiber.StatusBadRequest, f)
	}
	b, err := h.CreateBoard(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.AddProblem("", tooManyBoards)
		return h.showBoards(c, fiber.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	done := "The board is made. Add references from their list or their page."
	if b.Kind == boards.Smart {
		done = "The board is made. It shows what its filter finds, now and later."
	}
	return h.Redirect(c, page.WorkspacePath(c, "boards/"+b.ID), done)
}

// boardFilter describes what a smart board shows and links to the references with its filter. It returns nil for a manual board.
func (h *Handlers) boardFilter(c *fiber.Ctx, b *boards.Board) *views.Choice {
	in := operations.FilterOf(b)
	if in == nil {
		return nil
	}
	q := url.Values{}
	for _, b := range boardFilters {
		addValues(q, b.field, b.of(*in))
	}
	return &views.Choice{Word: "Filter: " + h.filterWords(*in), Href: page.WorkspacePath(c, "references?"+q.Encode())}
}

// filterWords describes a filter of references.
func (h *Handlers) filterWords(in operations.ReferenceFilter) string {
	var words []string
	add := func(narrows bool, text string) {
		if narrows {
			words = append(words, text)
		}
	}
	add(in.Q != "", "“"+string(in.Q)+"”")
	for _, t := range in.Tag {
		add(true, "tagged "+t)
	}
	for _, t := range in.SourceTag {
		add(true, "with #"+strings.TrimPrefix(t, "#"))
	}
	add(in.Account != "", "of the account "+string(in.Account))
	add(in.Platform != "", "from "+h.PlatformOf(in.Platform).Word)
	add(in.MediaAvailability != "", "media "+mediaWords[in.MediaAvailability])
	add(in.State != "", "state "+string(in.State))
	if len(words) == 0 {
		return "all references"
	}
	return strings.Join(words, ", ")
}

// saveAsBoard returns the address for saving the list's filters, with its order, as a smart board, or "" if there are none that a
// board can store.
func saveAsBoard(c *fiber.Ctx, f *page.Form) string {
	kept, state := keptFilters(f), f.Text("state")
	if len(kept) == 0 || state == mayPass || state == page.Ending || f.Word("batch") != "" {
		return ""
	}
	if order := references.Sort(f.Text("sort")); slices.Contains(ordersOf(boards.Smart), order) {
		addValues(kept, "order", []string{string(order)})
	}
	return page.WorkspacePath(c, "boards?"+kept.Encode())
}
