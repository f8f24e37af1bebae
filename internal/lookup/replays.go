package lookup

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/routehealth"
	"socialdata/models/support"
)

// Replays is what this version reads in the answers on which imports failed.
type Replays struct {
	Imports   []ReplayedImport // those that were read again, the newest first
	Succeeded int
	Left      int // not read again, because the time had ended or their answers were gone
	Outcomes  []ReplayOutcome
	Fields    []ReplayField
}

// ReplayedImport is a failed import with what is read now.
type ReplayedImport struct {
	support.KeptAnswers
	Now Replayed
}

// ReplayOutcome counts equal outcomes. Code is "" for what would now succeed.
type ReplayOutcome struct {
	Code    apierror.Code
	Missing string
	Count   int
}

// ReplayField is a field of the items that are read now, beside that of a good answer of the same route.
type ReplayField struct {
	Name    string
	Read    int    // by how many of the items that would now succeed
	Example string // of the newest one that has it
	Good    string // in the item that the last answered check read; "" if it has none
}

// ReplayAll reads the kept answers of imports again, one after another until ctx ends. Nothing is stored, and nothing is fetched.
func (s *Service) ReplayAll(ctx context.Context, list []support.KeptAnswers) (*Replays, error) {
	all, routes := &Replays{}, map[string]bool{}
	for n, k := range list {
		if ctx.Err() != nil {
			all.Left += len(list) - n
			break
		}
		kept, err := s.store.Imports.ReadAnswers(ctx, k.AttemptID)
		if apierror.Is(err, apierror.CodeNotFound) || ctx.Err() != nil {
			all.Left++
			continue
		}
		if err != nil {
			return nil, err
		}
		now, err := s.Replay(ctx, kept)
		if err != nil {
			now = &Replayed{Code: apierror.CodeInternalError, Detail: err.Error()}
		}
		routes[kept.RouteID] = true
		all.Imports = append(all.Imports, ReplayedImport{k, *now})
	}
	all.count()
	return all, s.addFields(ctx, all, routes)
}

// count sums up the outcomes, the most frequent first.
func (r *Replays) count() {
	counts := map[ReplayOutcome]int{}
	for _, i := range r.Imports {
		if i.Now.Code == "" {
			r.Succeeded++
		}
		counts[ReplayOutcome{Code: i.Now.Code, Missing: strings.Join(i.Now.Missing, ", ")}]++
	}
	for o, n := range counts {
		o.Count = n
		r.Outcomes = append(r.Outcomes, o)
	}
	slices.SortFunc(r.Outcomes, func(a, b ReplayOutcome) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Missing, b.Missing))
	})
}

// addFields compares the fields of what is read now with those of the last good answer of the routes.
func (s *Service) addFields(ctx context.Context, r *Replays, routes map[string]bool) error {
	fields := map[string]*ReplayField{}
	field := func(name string) *ReplayField {
		if fields[name] == nil {
			fields[name] = &ReplayField{Name: name}
		}
		return fields[name]
	}
	for _, i := range r.Imports {
		for name, value := range readFields(i.Now.Item) {
			f := field(name)
			f.Read++
			f.Example = cmp.Or(f.Example, value)
		}
	}
	checks, err := s.store.RouteHealth.RouteChecks(ctx)
	if err != nil {
		return err
	}
	for _, c := range checks {
		if !routes[c.RouteID] {
			continue
		}
		for _, good := range GoodFields(c) {
			field(good.Name).Good = good.Good
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		r.Fields = append(r.Fields, *fields[name])
	}
	return nil
}

// GoodFields returns the fields of the item that the last answered check of a route read, by name; none if it read no item.
func GoodFields(c routehealth.Check) (list []ReplayField) {
	var good content.Item
	if c.Good == "" || json.Unmarshal([]byte(c.Good), &good) != nil {
		return nil
	}
	fields := readFields(&good)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		list = append(list, ReplayField{Name: name, Good: fields[name]})
	}
	return list
}

// longestExample is how much of a value is shown, in characters.
const longestExample = 80

// readFields returns the fields of an item that are not null, as short texts by their JSON names; those of objects are named by a path.
func readFields(item *content.Item) map[string]string {
	list := map[string]string{}
	if item == nil {
		return list
	}
	raw, _ := json.Marshal(item) // an item always encodes
	var top map[string]json.RawMessage
	_ = json.Unmarshal(raw, &top)
	for name, value := range top {
		if name != "unavailableFields" && name != "unavailableExtras" && name != "object" {
			addFields(list, name, value)
		}
	}
	return list
}

func addFields(list map[string]string, name string, value json.RawMessage) {
	var inner map[string]json.RawMessage
	if json.Unmarshal(value, &inner) == nil && inner != nil {
		for n, v := range inner {
			addFields(list, name+"."+n, v)
		}
		return
	}
	text := string(value)
	switch text {
	case "null", "[]", `""`:
		return
	}
	var plain string
	if json.Unmarshal(value, &plain) == nil {
		text = plain
	}
	if short := []rune(text); len(short) > longestExample {
		text = string(short[:longestExample]) + "…"
	}
	list[name] = text
}
