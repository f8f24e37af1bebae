package observations_test

import (
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestItemsFromBeforeCaptionsWereListed takes observations back to before items listed their captions: each is served with
// the key, and with captions it is asked for again.
func TestItemsFromBeforeCaptionsWereListed(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		modelstest.MigrateTo(t, s, 40)
		for n, o := range []observations.Observation{
			{Subject: "item:a", Variant: observations.Plain, ID: "plain", Body: []byte(`{"id":"a"}`)},
			{Subject: "item:a", Variant: observations.WithCaptions, ID: "newer", Body: []byte(`{"id":"ä"}`), BodyFull: []byte(`{"full":1}`)},
			{Subject: "item:b", Variant: observations.WithCaptions, ID: "older", Body: []byte(`{"id":"b"}`), BodyFull: []byte(`{"full":1}`)},
			{Subject: "item:b", Variant: observations.Plain, ID: "plain", Body: []byte(`{"id":"b","ad":null}`)},
			{Subject: "items:c", Variant: observations.Plain, ID: "list", Body: []byte(`{"data":[]}`)},
		} {
			o.ObservedAt = clock.Now().Add(time.Duration(n) * time.Second).UnixMicro()
			modelstest.Must(t, s.Observations.Observe(t.Context(), &o))
		}
		modelstest.Must(t, s.Migrate(t.Context()))
		for subject, want := range map[string]string{"item:a": `{"id":"ä","captions":null}`, "item:b": `{"id":"b","ad":null,"captions":null}`, "items:c": `{"data":[]}`} {
			if o := modelstest.FindStored(t, s, in.Workspace, subject, clock); string(o.Body) != want {
				t.Errorf("%s: %s, want %s", subject, o.Body, want)
			}
			o, err := s.Observations.FindStored(t.Context(), in.Workspace, subject, observations.WithCaptions, clock.Now().Add(-time.Hour))
			if o != nil || err != nil {
				t.Errorf("%s with captions: %v, %v", subject, o, err)
			}
		}
	})
}
