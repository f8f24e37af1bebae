package youtube

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// call sends a request to an endpoint as client c. resource is what a "not found" refers to, and is only reported while
// the platform still accepts the client; "" means that a refusal says nothing about content. If a desktop client is
// retired, the call is repeated with the version that the page loads today. An answer that contains only its own context
// is incomplete, and the call is repeated, too.
func (s *site) call(ctx context.Context, c client, endpoint, resource string, body map[string]any) (answer, error) {
	doc, err := s.ask(ctx, c, endpoint, resource, body)
	if errors.Is(err, errStale) && !c.app {
		if newer, ok := s.learnWeb(ctx, c); ok {
			doc, err = s.ask(ctx, newer, endpoint, resource, body)
		}
	}
	if err == nil && doc.isBare() {
		doc, err = s.ask(ctx, c, endpoint, resource, body)
	}
	if err == nil && doc.isBare() {
		return answer{}, apierror.Wrap(errBare, apierror.CodeRouteDegraded)
	}
	return doc, err
}

func (s *site) ask(ctx context.Context, c client, endpoint, resource string, body map[string]any) (answer, error) {
	doc, err := s.send(ctx, c, endpoint, resource, s.visitorFor(ctx, c), body)
	if apierror.Is(err, apierror.CodeNotFound) {
		return answer{}, s.confirmNotFound(ctx, c, err)
	}
	return doc, err
}

// send sends a request with a visitor id, and stores the id that the platform assigns if visitor is "".
func (s *site) send(
	ctx context.Context, c client, endpoint, resource, visitor string, body map[string]any,
) (answer, error) {
	whole := maps.Clone(body)
	whole["context"] = c.context(visitor)
	payload, err := json.Marshal(whole)
	if err != nil {
		return answer{}, apierror.Wrap(err, apierror.CodeInternalError)
	}
	join := "?"
	if strings.Contains(endpoint, "?") {
		join = "&"
	}
	a, err := s.fetch.Fetch(ctx, sources.Request{
		URL: c.host + "/youtubei/v1/" + endpoint + join + "prettyPrint=false", Header: c.header(visitor), Body: payload,
	})
	if err != nil {
		return answer{}, err
	}
	doc, err := parseResponse(a, c, resource)
	if err == nil && visitor == "" { // otherwise the answer repeats the id that was sent
		s.visitor.replace("", doc.visitor())
	}
	doc.asked = visitor
	return doc, err
}
