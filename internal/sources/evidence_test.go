package sources

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
)

func TestEvidenceOfARefusal(t *testing.T) {
	answer := func(status int, body string) recordedCall {
		return recordedCall{answer: &Answer{Status: status, Header: http.Header{}, Body: []byte(body), URL: "https://www.youtube.com/watch"}, secrets: []string{"the-operators-cookie"}}
	}
	degraded := apierror.New(apierror.CodeRouteDegraded)
	const wall = `<html><title>Sorry &amp; wait</title>Our systems have detected Unusual Traffic from 203.0.113.9, cookie the-operators-cookie, {"visitorData":"secretsecret"}</html>`
	tests := map[string]struct {
		err   *apierror.Error
		calls []recordedCall
		want  *apierror.Evidence
	}{
		"a bot check": {degraded, []recordedCall{answer(200, wall), answer(200, "{}")}, &apierror.Evidence{Reason: apierror.BotCheck, Status: 200, Title: "Sorry & wait",
			Marker: "unusual traffic", Head: `<html><title>Sorry &amp; wait</title>Our systems have detected Unusual Traffic from 192.0.2.1, cookie SCRUBBED, {"visitorData":"SCRUBBED"}</html>`}},
		"too many requests":       {degraded, []recordedCall{answer(429, "slow down")}, &apierror.Evidence{Reason: apierror.TooManyRequests, Status: 429, Marker: "HTTP 429", Head: "slow down"}},
		"nothing":                 {degraded, []recordedCall{answer(200, " ")}, &apierror.Evidence{Reason: apierror.EmptyAnswer, Status: 200, Head: " "}},
		"a plain refusal":         {degraded, []recordedCall{answer(403, "no"), answer(200, "{}")}, &apierror.Evidence{Reason: apierror.Refused, Status: 403, Head: "no"}},
		"a cause alone":           {apierror.Wrap(errors.New("a check for bots"), apierror.CodeRouteDegraded), nil, &apierror.Evidence{Reason: apierror.BotCheck, Marker: "a check for bots"}},
		"its own error":           {apierror.New(apierror.CodeNetworkTransport), []recordedCall{answer(503, "down")}, &apierror.Evidence{Reason: apierror.ServerError, Status: 503, Marker: "HTTP 503", Head: "down"}},
		"a broken connection":     {apierror.New(apierror.CodeNetworkTransport), []recordedCall{answer(200, "before it broke")}, nil},
		"removed":                 {apierror.New(apierror.CodeUnavailableRemoved), []recordedCall{answer(200, "captcha")}, &apierror.Evidence{Status: 200, Head: "captcha"}},
		"a mistake of our own":    {apierror.New(apierror.CodeInternalError), []recordedCall{answer(200, "x")}, nil},
		"a long answer":           {degraded, []recordedCall{answer(400, strings.Repeat("é", 5000))}, &apierror.Evidence{Reason: apierror.Refused, Status: 400, Head: strings.Repeat("é", 1024)}},
		"bytes that are no texts": {degraded, []recordedCall{answer(400, "a\x00\xffb")}, &apierror.Evidence{Reason: apierror.Refused, Status: 400, Head: "ab"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := &Recorder{calls: tt.calls}
			if diff := cmp.Diff(tt.want, r.Evidence(tt.err)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
