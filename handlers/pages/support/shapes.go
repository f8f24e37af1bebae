package support

import (
	"cmp"
	"fmt"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/rollout"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// shapes shows the shapes in use, the changes of them, and the form for changing them.
func (h *Handlers) shapes(c *fiber.Ctx) error {
	return h.showShapes(c, fiber.StatusOK, page.NewForm(nil), "")
}

// changeShapes has a text of shapes tried.
func (h *Handlers) changeShapes(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ChangeShapes](h.Service, f, reasonBound, page.Bound{Property: "text", Label: "The text"})
	if !f.OK() {
		return h.showShapes(c, fiber.StatusBadRequest, f, "")
	}
	r, err := h.ChangeShapes(c.UserContext(), page.Caller(c), in)
	if problems := apierror.FieldsOf(err); len(problems) > 0 {
		f.AddProblem("text", "This text cannot be used. "+problems[0].Expected)
		return h.showShapes(c, fiber.StatusBadRequest, f, "")
	}
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.showShapes(c, fiber.StatusConflict, f, apierror.From(err).SafeMessage())
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, "/support/shapes/"+r.ID, "The change is being tried with known objects.")
}

func (h *Handlers) showShapes(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	list, err := h.Store.Rollouts.List(c.UserContext())
	if err != nil {
		return err
	}
	now := h.Shapes.Now()
	v := views.Shapes{Sources: h.Sources(), Version: now.Version(), Changed: now != h.Shapes.Base(), Refusal: refused,
		Text: views.Field{Name: "text", Label: "Values", Hint: "JSON. Values that you leave out stay as this release, or the operator’s file, has them.", Value: cmp.Or(f.Text("text"), now.Text()),
			Problem: f.Problems["text"], Max: operations.MostOf[operations.ShapesText](), Required: true, Mono: true},
		Reason: reasonField(f, "It is kept in the audit.")}
	v.Reason.Example = "Which value the platform changed, and where you saw it"
	v.Needs = append(h.oldShapes(""), h.unusedChange(list)...)
	for _, d := range h.Shapes.Values() {
		v.Values = append(v.Values, views.ShapesValue{Name: d.Name, Value: d.After})
	}
	for n := range list {
		v.Rows = append(v.Rows, h.shapesRow(&list[n]))
	}
	return page.Show(c, status, views.ShapesPage(h.Frame(c, "Platform shapes", "support-routes"), v))
}

func (h *Handlers) shapesRow(r *rollouts.Rollout) views.ShapesChange {
	return views.ShapesChange{Href: "/support/shapes/" + r.ID, Version: r.Version, Made: h.When(&r.CreatedAt), Reason: r.Reason, Why: r.Why, State: shapesState(r.State), Others: r.Base != h.Shapes.Base().Version()}
}

// shapesState describes where a change stands.
func shapesState(s rollouts.State) views.State {
	switch s {
	case rollouts.Checking:
		return views.State{Tone: "busy", Word: "Tried with known objects"}
	case rollouts.OneProcess:
		return views.State{Tone: "busy", Word: "Used by one process"}
	case rollouts.Everywhere:
		return views.State{Tone: "busy", Word: "Used by all, still compared"}
	case rollouts.Settled:
		return views.State{Tone: "good", Word: "Used by all"}
	case rollouts.Refused:
		return views.State{Tone: "bad", Word: "Refused"}
	case rollouts.Withdrawn:
		return views.State{Tone: "bad", Word: "Withdrawn"}
	case rollouts.Undone:
		return views.State{Tone: "calm", Word: "Undone"}
	}
	return views.State{Tone: "calm", Word: string(s)}
}

// shapesChange shows one change: where it stands, what it alters, and what known objects and callers got with it.
func (h *Handlers) shapesChange(c *fiber.Ctx) error {
	return h.showShapesChange(c, fiber.StatusOK, page.NewForm(nil), "")
}

// undoShapes reverts a change.
func (h *Handlers) undoShapes(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
	if !f.OK() {
		return h.showShapesChange(c, fiber.StatusBadRequest, f, "")
	}
	err := h.UndoShapes(c.UserContext(), page.Caller(c), c.Params("rolloutId"), in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.showShapesChange(c, fiber.StatusConflict, f, apierror.From(err).SafeMessage())
	}
	return h.RedirectAfter(c, err, "/support/shapes/"+c.Params("rolloutId"), "The change is undone. Every process uses what was there before within seconds.")
}

func (h *Handlers) showShapesChange(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	r, err := h.Store.Rollouts.Find(c.UserContext(), c.Params("rolloutId"))
	if err != nil {
		return err
	}
	v := views.ShapesDetail{ShapesChange: h.shapesRow(r), Text: r.Text, Moving: r.State.UnderWay(), Ended: r.State.Ended(), Refusal: refused, Because: reasonField(f, "It is kept in the audit."),
		OneAt: h.When(r.OneAt), EverywhereAt: h.When(r.EverywhereAt), EndedAt: h.When(r.EndedAt)}
	if v.Person, err = h.Store.Support.PersonName(c.UserContext(), r.UserID); err != nil {
		return err
	}
	differences, _ := h.Shapes.Differences(r)
	for _, d := range differences {
		v.Differences = append(v.Differences, views.ShapesDifference(d))
	}
	for _, t := range rollout.ReadTried(r) {
		v.Tried = append(v.Tried, views.ShapesTried{Route: h.RouteOf(t.RouteID), Operation: t.Operation, Before: t.Before, With: t.With, Detail: t.Detail})
	}
	if v.Calls, err = h.shapesCalls(c, r.Version); err != nil {
		return err
	}
	return page.Show(c, status, views.ShapesChangePage(h.LiveFrame(c, v.Title(), "support-routes", v.Moving, 3), v))
}

// shapesCalls compares the calls of the last day with a version of the shapes with those with others, by operation.
func (h *Handlers) shapesCalls(c *fiber.Ctx, version string) (list []views.ShapesCalls, err error) {
	counts, err := h.Store.RouteHealth.CallsByShapes(c.UserContext(), "")
	if err != nil {
		return nil, err
	}
	var with, others = map[string]routehealth.Answered{}, map[string]routehealth.Answered{}
	var names []string
	for _, n := range counts {
		name, into := h.Platforms.RouteTitle(n.RouteID)+", "+n.Operation, others
		if n.Shapes == version {
			into = with
			names = append(names, name)
		}
		sum := into[name]
		into[name] = routehealth.Answered{Succeeded: sum.Succeeded + n.Succeeded, Total: sum.Total + n.Total}
	}
	for _, name := range names {
		list = append(list, views.ShapesCalls{Name: name, With: answeredWords(with[name]), Others: answeredWords(others[name])})
	}
	return list, nil
}

// answeredWords says how many calls succeeded; "" without a call.
func answeredWords(a routehealth.Answered) string {
	if a.Total == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", a.Succeeded, a.Total)
}
