package lookup

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/imports"
)

// Asked is what an import asked of a route.
type Asked struct {
	Link  sources.Link `json:"link"`
	Media bool         `json:"media"` // addresses of files as well
}

// KeptMiB is how much of each answer of a failed read is kept.
const KeptMiB = sources.MostRecorded >> 20

// FailedCalls returns the calls of a read that failed with err, to be kept with the attempt; nil if there were none, or if the caller
// gave up. A failure to pack them is only logged.
func (s *Service) FailedCalls(ctx context.Context, asked Asked, calls *sources.Recorder, err error) *imports.FailedCalls {
	list := calls.Recordings(sources.AllRecorded)
	if len(list) == 0 || ctx.Err() != nil {
		return nil
	}
	f := &imports.FailedCalls{}
	f.RouteID, _ = apierror.From(err).Details["routeId"].(string)
	if f.RouteID == "" {
		f.RouteID = s.firstRoute(asked.Link.Platform)
	}
	question, perr := json.Marshal(asked)
	if perr == nil {
		f.Asked = string(question)
		f.Calls, perr = packCalls(list)
	}
	if perr != nil {
		s.log.WarnContext(ctx, "the answers of a failed read were not kept", "cause", perr)
		return nil
	}
	return f
}

// firstRoute returns the id of the first route that reads items of a platform: that of an answer about the content names no route.
func (s *Service) firstRoute(p content.Platform) string {
	for _, r := range s.routes {
		if r.Platform == p && r.Item != nil && !s.disabled[r.ID] {
			return r.ID
		}
	}
	return ""
}

// Replayed is what this version reads in recorded calls.
type Replayed struct {
	Item    *content.Item // nil if it still fails
	Code    apierror.Code // "" if it succeeds
	Missing []string      // names of what a changed answer lacked
	Detail  string        // why it fails, for support
	Cut     bool          // an answer was longer than what is kept of it, so that a failure may be due to that
}

// CallsJSON returns kept calls as JSON: it is the reverse of packing them.
func CallsJSON(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, 4*sources.AllRecorded)) // bodies grow by JSON's escapes
}

// unpackCalls is the reverse of packCalls.
func unpackCalls(packed []byte) (calls []sources.Recording, err error) {
	raw, err := CallsJSON(packed)
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(raw, &calls)
	return calls, err
}

// errNoReplay is the error for a route that this version does not have, or that is not read by our own adapters.
var errNoReplay = errors.New("this version cannot replay the route")

// Replay reads the recorded calls of a failed read again, with adapters of their own and without any network. Nothing is stored.
func (s *Service) Replay(ctx context.Context, f *imports.FailedCalls) (*Replayed, error) {
	var asked Asked
	if err := json.Unmarshal([]byte(f.Asked), &asked); err != nil {
		return nil, err
	}
	calls, err := unpackCalls(f.Calls)
	if err != nil {
		return nil, err
	}
	var routes []sources.Route
	if s.replaying != nil {
		routes = s.replaying(calls)
	}
	n := slices.IndexFunc(routes, func(r sources.Route) bool { return r.ID == f.RouteID })
	if n < 0 {
		return nil, errNoReplay
	}
	r := &Replayed{Cut: slices.ContainsFunc(calls, func(c sources.Recording) bool { return c.Response.Bytes > sources.MostRecorded })}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if r.Item, err = replayItem(ctx, routes[n], asked); err != nil {
		failure := apierror.From(annotate(err, routes[n]))
		r.Item, r.Code, r.Detail = nil, failure.Code, detailOf(err)
		r.Missing, _ = failure.Details["missing"].([]string)
		if errors.Is(err, sources.ErrNotRecorded) {
			r.Missing = []string{"a call that was not made then, or is not kept"}
		}
	}
	return r, nil
}

// replayItem reads the item and turns a panic of a parser into an error.
func replayItem(ctx context.Context, route sources.Route, asked Asked) (_ *content.Item, err error) {
	defer recoverPanic(route, &err)
	var found Source
	err = found.read(ctx, route, sources.ItemRequest{Link: asked.Link}, asked.Media)
	return found.Item, err
}
