package lookup

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/routehealth"
)

// fills counts, in memory, how often answers have each field, and elements that no route knows. A process that ends loses what it has not stored yet: these are statistics
// of thousands of answers.
type fills struct {
	mu     sync.Mutex
	counts map[fillKey]*routehealth.Fill
	unread map[unreadKey]int64
}

type unreadKey struct {
	route, operation, name string
	day                    int64
}

// mostUnread bounds the names that are counted between two times of storing, because a platform chooses them.
const mostUnread = 200

type fillKey struct {
	route, operation, kind, field string
	hour                          int64
}

// countFills counts the fields of an answer. Answers that are incomplete because a further request was refused are left out: they say
// nothing about the platform's fields.
func (s *Service) countFills(route sources.Route, op sources.Operation, a *answer) {
	if !a.incomplete {
		s.fills.add(route.ID, string(op), a.body, s.now())
	}
	s.fills.addUnread(route.ID, string(op), a.unread, s.now())
}

// StoreFills stores the counts since it was last called.
func (s *Service) StoreFills(ctx context.Context) error {
	rows, names := s.fills.take()
	var err error
	if len(rows) > 0 {
		err = s.store.RouteHealth.AddFills(ctx, rows)
	}
	if len(names) > 0 {
		err = errors.Join(err, s.store.RouteHealth.AddUnread(ctx, names))
	}
	return err
}

// add counts the fields of a body.
func (f *fills) add(route, op string, body []byte, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.counts == nil {
		f.counts = map[fillKey]*routehealth.Fill{}
	}
	key := fillKey{route: route, operation: op, hour: db.Micros(now.Truncate(time.Hour))}
	root := gjson.ParseBytes(body)
	if list := root.Get("data"); list.IsArray() {
		list.ForEach(func(_, row gjson.Result) bool { f.count(key, row); return true })
	} else {
		f.count(key, root)
	}
}

// addUnread counts a page that has these unknown elements.
func (f *fills) addUnread(route, op string, names []string, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range names {
		key := unreadKey{route, op, name, db.Micros(now.UTC().Truncate(24 * time.Hour))}
		if _, known := f.unread[key]; !known && len(f.unread) >= mostUnread {
			continue
		}
		if f.unread == nil {
			f.unread = map[unreadKey]int64{}
		}
		f.unread[key]++
	}
}

// take returns the counts and begins anew.
func (f *fills) take() (rows []routehealth.FieldFill, names []routehealth.UnreadElement) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for k, n := range f.counts {
		rows = append(rows, routehealth.FieldFill{RouteID: k.route, Operation: k.operation, Kind: k.kind, Field: k.field, Hour: k.hour, Filled: n.Filled, Answers: n.Answers})
	}
	for k, pages := range f.unread {
		names = append(names, routehealth.UnreadElement{RouteID: k.route, Operation: k.operation, Name: k.name, Day: k.day, Pages: pages})
	}
	f.counts, f.unread = nil, nil
	return rows, names
}

// Members that say nothing about what a platform answers, and objects whose members are fields of their own.
var (
	notFields = []string{"object", "id", "platform", "kind", "url", "unavailableFields", "unavailableExtras", "transcript"}
	groups    = []string{"stats", "ad"}
)

// count counts the fields of one item, account or row.
func (f *fills) count(key fillKey, row gjson.Result) {
	key.kind = row.Get("kind").Str
	row.ForEach(func(name, value gjson.Result) bool {
		switch {
		case slices.Contains(notFields, name.Str):
		case value.IsObject() && slices.Contains(groups, name.Str):
			value.ForEach(func(inner, v gjson.Result) bool {
				f.note(key, name.Str+"."+inner.Str, v)
				return true
			})
		default:
			f.note(key, name.Str, value)
		}
		return true
	})
}

func (f *fills) note(key fillKey, field string, value gjson.Result) {
	key.field = field
	n := f.counts[key]
	if n == nil {
		n, key.kind, key.field = &routehealth.Fill{}, strings.Clone(key.kind), strings.Clone(key.field) // they are parts of the answer
		f.counts[key] = n
	}
	n.Answers++
	switch value.Raw {
	case "null", `""`, "[]", "{}":
	default:
		n.Filled++
	}
}
