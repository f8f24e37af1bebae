package rollout

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/models/rollouts"
)

// Trial calls known objects with shapes that are not in use.
type Trial struct {
	Shapes *Shapes
	Lookup *lookup.Service
	Routes func(shapes.Source) []sources.Route // returns routes of their own that use these shapes
}

// Tried is what an operation of a route answered for its known objects before a change and with it: a catalogue code, "" for an answer.
type Tried struct {
	RouteID   string `json:"routeId"`
	Operation string `json:"operation"`
	Before    string `json:"before"`
	With      string `json:"with"`
	Detail    string `json:"detail,omitempty"` // why it fails with the change
}

// Run calls the known objects of the platforms whose values a change alters, with the shapes in use and with the change. refused says why
// the change must not be used; "" if it may be.
func (t *Trial) Run(ctx context.Context, r *rollouts.Rollout) (list []Tried, refused string, err error) {
	base := t.Shapes.Base()
	if base.Version() != r.Base {
		return nil, "The shapes of this program, or of the operator's file, are others by now.", nil
	}
	next, err := t.Shapes.laid(base, r)
	if err != nil {
		return nil, "", err
	}
	now := t.Shapes.Now()
	changed := next.values.Differ(now)
	before := t.ask(ctx, func() *shapes.Shapes { return now }, changed)
	with := t.ask(ctx, func() *shapes.Shapes { return next.values }, changed)
	if list = compare(before, with); worse(list) != nil && ctx.Err() == nil { // once more, because one failure may be chance
		with = t.ask(ctx, func() *shapes.Shapes { return next.values }, changed)
		list = compare(before, with)
	}
	return list, verdict(list), ctx.Err()
}

// ask calls the known objects of some platforms.
func (t *Trial) ask(ctx context.Context, s shapes.Source, of []content.Platform) []lookup.Check {
	var routes []sources.Route
	for _, r := range t.Routes(s) {
		if slices.Contains(of, r.Platform) {
			routes = append(routes, r)
		}
	}
	return t.Lookup.TryRoutes(ctx, routes)
}

// compare joins the results of the same routes, in the same order, without operations that were not called.
func compare(before, with []lookup.Check) []Tried {
	list := []Tried{}
	for n, c := range with {
		if c.State == lookup.CheckAnswers || c.State == lookup.CheckFails {
			list = append(list, Tried{RouteID: c.Route.ID, Operation: string(c.Operation), Before: string(before[n].Code), With: string(c.Code), Detail: c.Detail})
		}
	}
	return list
}

// worse returns an operation that answered before the change and does not with it; nil for none.
func worse(list []Tried) *Tried {
	for n := range list {
		if list[n].Before == "" && list[n].With != "" {
			return &list[n]
		}
	}
	return nil
}

// verdict says why a change must not be used: an operation no longer answers, or none does. It is "" if nothing was called, because then
// no known object can tell.
func verdict(list []Tried) string {
	if w := worse(list); w != nil {
		return fmt.Sprintf("%s, %s answered before and does not with this change (%s).", w.RouteID, w.Operation, w.With)
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(t Tried) bool { return t.With == "" }) {
		return "No known object answered with this change."
	}
	return ""
}

// ReadTried decodes the results in a row; nil before there are any.
func ReadTried(r *rollouts.Rollout) []Tried {
	var list []Tried
	_ = json.Unmarshal([]byte(r.Tried), &list) // "" or written by TriedText
	return list
}

// TriedText encodes results for a row.
func TriedText(list []Tried) string {
	text, _ := json.Marshal(list) // texts always encode
	return string(text)
}
