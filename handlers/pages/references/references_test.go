package references

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/pagetest"
	"socialdata/models/references"
	"socialdata/views"
)

func TestFiltersOfAListBeginAtItsFirstPage(t *testing.T) {
	t.Parallel()
	at := "/r?cursor=c&tag=a&tag=+b+&view=table"
	for want, got := range map[string]string{
		"/r?tag=a&tag=+b+&view=x": with(pagetest.Asked(t, at), "view", "x"),
		"/r?tag=a&tag=+b+":        with(pagetest.Asked(t, at), "view", ""),
		"/r?tag=a&view=table":     without(pagetest.Asked(t, at), "tag", "b"),
		"/r?tag=+b+&view=table":   without(pagetest.Asked(t, at), "tag", "a"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestStatesOfReferences(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state references.State
		media references.MediaAvailability
		want  views.State
	}{
		"on its way": {references.Processing, references.MediaProcessing,
			views.State{Tone: "busy", Word: "On its way"}},
		"failed":            {references.Failed, references.MediaReady, views.State{Tone: "bad", Word: "Failed"}},
		"with its media":    {references.Ready, references.MediaReady, views.State{Tone: "good", Word: "Media kept"}},
		"after its hold":    {references.Ready, references.MediaExpired, views.State{Tone: "warn", Word: "Hold ended"}},
		"without media":     {references.Ready, references.MediaUnavailable, views.State{Tone: "good", Word: "Ready"}},
		"with failed media": {references.Ready, references.MediaFailed, views.State{Tone: "good", Word: "Ready"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := referenceState(references.Reference{State: tt.state, MediaAvailability: tt.media})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("referenceState (-want +got)\n%s", diff)
			}
		})
	}
	for _, m := range references.MediaAvailabilities() {
		if mediaWords[m] == "" {
			t.Errorf("%s has no word", m)
		}
	}
}
