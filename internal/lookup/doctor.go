package lookup

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
	"socialdata/models/support"
)

// Check is the result of calling one operation of a route for its known object.
type Check struct {
	Route     sources.Route
	Operation sources.Operation
	State     string // answers, fails, disabled, or untested if there is no known object
	Code      apierror.Code
	Detail    string // what was missing, or why it failed; no secret and no address
	Advice    string // what to do next; "" if nothing
	Bytes     int64  // total size of the answers
	Took      time.Duration
	Calls     []sources.Recording // without secrets
	Good      *content.Item       // the first item that was read; nil for none
}

// keepFirst returns a function that reads items as read does and keeps the first one.
func keepFirst(read func(context.Context, sources.ItemRequest) (*content.Item, error), kept **content.Item) func(context.Context, sources.ItemRequest) (*content.Item, error) {
	if read == nil {
		return nil
	}
	return func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		item, err := read(ctx, r)
		if err == nil && *kept == nil {
			*kept = item
		}
		return item, err
	}
}

// The states of a Check.
const (
	CheckAnswers  = "answers"
	CheckFails    = "fails"
	CheckDisabled = "disabled"
	CheckUntested = "untested"
)

// checkTime limits one operation of a check.
const checkTime = 15 * time.Second

// CheckRoutes calls every route for its known objects, the routes concurrently, and stores the results. Nobody is
// charged. It ignores that support switched a route off, because support wants to know when the route works again.
func (s *Service) CheckRoutes(ctx context.Context) ([]Check, error) {
	list, _, err := s.Canaries(ctx)
	return list, err
}

// Canaries does what CheckRoutes does, and reports whether an operation failed that answered before: another check has to show whether
// that was chance.
func (s *Service) Canaries(ctx context.Context) (list []Check, doubtful bool, err error) {
	return s.checkEach(ctx, s.routes)
}

// notChecked says what follows for a check from a route that the settings switch off.
const notChecked = "so it is not checked"

// CheckRoute does what CheckRoutes does, for one route. It returns not_found if this process has no such route.
func (s *Service) CheckRoute(ctx context.Context, routeID string) error {
	route, err := s.routeInUse(routeID, notChecked)
	if err == nil {
		_, _, err = s.checkEach(ctx, []sources.Route{route})
	}
	return err
}

// AskForCheck has workers check a route now, for support. If a check is pending already, it does nothing and returns that one.
func (s *Service) AskForCheck(ctx context.Context, by support.Actor, routeID string) (before *support.PendingCheck, err error) {
	if _, err := s.routeInUse(routeID, notChecked); err != nil {
		return nil, err
	}
	return s.store.Support.CheckRoute(ctx, by, routeID)
}

// checkEach checks routes and stores the results.
func (s *Service) checkEach(ctx context.Context, routes []sources.Route) (list []Check, doubtful bool, err error) {
	list = eachOperation(routes, func(route sources.Route, op sources.Operation) Check { return s.check(ctx, route, op) })
	var rows []routehealth.Check
	for _, check := range list {
		if check.State == CheckAnswers || check.State == CheckFails {
			rows = append(rows, routehealth.Check{RouteID: check.Route.ID, Operation: string(check.Operation), At: s.now().UnixMicro(), Code: check.Code,
				Detail: check.Detail, Bytes: check.Bytes, Ms: check.Took.Milliseconds(), Good: check.good()})
		}
	}
	doubtful, err = s.store.RouteHealth.SaveChecks(ctx, rows)
	return list, doubtful, err
}

// check calls a route for its known objects and records the call.
func (s *Service) check(ctx context.Context, route sources.Route, op sources.Operation) Check {
	c, err := s.ask(ctx, route, op)
	if c.State == CheckDisabled || c.State == CheckUntested {
		return c
	}
	if code, ok := healthOutcome(err); ok {
		call := routehealth.Call{RouteID: route.ID, Operation: string(op), Subject: "known object", Took: c.Took, Code: code, Shapes: s.shapes()}
		if _, rerr := s.store.RouteHealth.ReportCall(context.WithoutCancel(ctx), call); rerr != nil {
			s.log.WarnContext(ctx, "route health was not recorded", "route", route.ID, "cause", rerr)
		}
	}
	return c
}

// ask calls a route for its known objects.
func (s *Service) ask(ctx context.Context, route sources.Route, op sources.Operation) (Check, error) {
	c := Check{Route: route, Operation: op, State: CheckAnswers}
	switch {
	case s.disabled[route.ID]:
		c.State, c.Advice = CheckDisabled, "SOCIALDATA_ROUTES_DISABLED names it."
		return c, nil
	case !route.HasKnown(op):
		c.State = CheckUntested
		return c, nil
	}
	ctx, cancel := context.WithTimeout(sources.WithTenant(ctx, ""), checkTime)
	defer cancel()
	ctx, calls := sources.WithRecorder(ctx)
	begun := time.Now()
	route.Item = keepFirst(route.Item, &c.Good)
	err := s.fetchAllKnown(ctx, route, op)
	c.Took, c.Bytes, c.Calls = time.Since(begun), calls.Bytes(), calls.Recordings(sources.AllRecorded)
	if err != nil {
		c.State, c.Code = CheckFails, apierror.From(annotate(err, route)).Code
		c.Detail, c.Advice = detailOf(err), advice(route.Platform, c.Code)
	}
	return c, err
}

// TryRoutes calls routes that are not in use for their known objects, the routes concurrently. Nothing is recorded and nobody is charged.
func (s *Service) TryRoutes(ctx context.Context, routes []sources.Route) []Check {
	return eachOperation(routes, func(route sources.Route, op sources.Operation) Check {
		c, _ := s.ask(ctx, route, op) // what failed is in the check
		return c
	})
}

// eachOperation checks all operations of routes, the routes concurrently.
func eachOperation(routes []sources.Route, check func(sources.Route, sources.Operation) Check) []Check {
	checks := make([][]Check, len(routes))
	var all sync.WaitGroup
	for n, route := range routes {
		all.Go(func() {
			for _, op := range route.Operations() {
				checks[n] = append(checks[n], check(route, op))
			}
		})
	}
	all.Wait()
	return slices.Concat(checks...)
}

// good returns the item that was read as JSON; "" for none.
func (c Check) good() string {
	if c.Good == nil || c.Operation != sources.OpItem {
		return ""
	}
	raw, _ := json.Marshal(c.Good) // an item always encodes
	return string(raw)
}

// detailOf describes why a check failed, without addresses.
func detailOf(err error) string {
	f := apierror.From(err)
	if missing, ok := f.Details["missing"].([]string); ok && len(missing) > 0 {
		return "missing: " + strings.Join(missing, ", ")
	}
	if cause := f.Unwrap(); cause != nil {
		return apierror.Redact(cause)
	}
	return f.SafeMessage()
}

// advice returns what an operator can do about a failure; "" if nothing.
func advice(p content.Platform, code apierror.Code) string {
	prefix := "SOCIALDATA_" + strings.ToUpper(string(p))
	switch code {
	case apierror.CodeRouteDegraded:
		return fmt.Sprintf("The platform refuses this address. %s_PROXY, %s_COOKIES, an official key or SOCIALDATA_ENGINE may help: docs/sources.md.", prefix, prefix)
	case apierror.CodeSourceChanged:
		return "The platform changed. Update, or replace what is stale by SOCIALDATA_SHAPES; doctor --keep FOLDER keeps the answer."
	case apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport:
		return fmt.Sprintf("No answer came. Look at this machine's network, its name resolution and %s_PROXY.", prefix)
	case apierror.CodeNotFound, apierror.CodeUnavailableRemoved, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRestricted:
		return "The route works, but its known object is gone: name another one in SOCIALDATA_SHAPES."
	}
	return "This is a mistake of the service's own: look at its log."
}

// CanAnswer reports, by route, whether the first operation that has a known object succeeded.
func CanAnswer(checks []Check) map[string]bool {
	can := map[string]bool{}
	for _, c := range checks {
		if _, seen := can[c.Route.ID]; seen || c.State == CheckDisabled || c.State == CheckUntested {
			continue
		}
		can[c.Route.ID] = c.State == CheckAnswers
	}
	return can
}
