package lookup_test

import (
	"encoding/json"
	"testing"
	"time"

	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestItemsStoredBeforeExtras are served with every member of the contract, whichever way they are asked for.
func TestItemsStoredBeforeExtras(t *testing.T) {
	f := &fake{}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		_, key, err := b.store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: b.workspace, Name: "k", CreatedBy: b.owner})
		testkit.Must(t, err)
		o := modelstest.NewObservation(b.clock, "item:video_site:aaaaaaaaaaa", "1")
		o.Variant, o.Body = observations.WithCaptions, []byte(`{"object":"item","id":"video_site:aaaaaaaaaaa","restriction":null}`)
		o.BodyFull = o.Body
		_, err = b.store.Observations.RecordAndCharge(t.Context(), b.workspace, billing.Spender{}, o, 1)
		testkit.Must(t, err)
		check := func(name string, r *lookup.Result, err error) {
			t.Helper()
			testkit.Must(t, err)
			var members map[string]any
			testkit.Must(t, json.Unmarshal(r.Body, &members))
			for _, name := range []string{"media", "tags", "mentions", "sound", "location", "sponsored", "language", "category"} {
				if value, there := members[name]; !there || value != nil {
					t.Errorf("%s: %s is %v in %s", name, name, value, r.Body)
				}
			}
			if named, _ := members["unavailableExtras"].([]any); len(named) != 8 || members["cached"] != true {
				t.Errorf("%s: %s", name, r.Body)
			}
		}
		for name, transcript := range map[string]bool{"plain": false, "with captions": true} {
			r, err := b.Answer(t.Context(), lookup.ItemRequest{Workspace: b.workspace, URL: link, Transcript: transcript, MaxAge: time.Hour})
			check(name, r, err)
		}
		found, err := b.FindItemByKey(t.Context(), key, lookup.ItemRequest{URL: link, MaxAge: time.Hour})
		testkit.Must(t, err)
		r, err := b.ServeItem(t.Context(), found)
		check("by key", r, err)
	})
}
