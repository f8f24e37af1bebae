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

// call asks one endpoint as a client. resource names the object that a "not found" may refer to; it is believed only
// while the platform still answers the client, and "" means that a refusal says nothing about content. A retired
// desktop client is tried once more with the version that the page loads today, and so is an answer that holds nothing but its
// own context, which is incomplete.
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

// send asks one endpoint as one visitor and remembers the visitor id that the platform hands to one without.
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
	if err == nil && visitor == "" { // an id that was sent is merely repeated
		s.visitor.replace("", doc.visitor())
	}
	doc.asked = visitor
	return doc, err
}
