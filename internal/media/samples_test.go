package media

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"socialdata/internal/apierror"
)

// TestSamples measures real files, where they are at hand, and compares with what is known of them.
func TestSamples(t *testing.T) {
	dir := "../../../shared/recordings/media"
	b, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Skip("the sample files are not at hand")
	}
	var samples []struct {
		File          string
		Bytes         int64
		ContentType   string
		Width         *int64
		Height        *int64
		DurationMs    *int64
		HasVideoTrack *bool
		HasAudioTrack *bool
	}
	if err := json.Unmarshal(b, &samples); err != nil {
		t.Fatal(err)
	}
	for _, s := range samples {
		for _, e := range engines(t) {
			facts, err := e.Probe(t.Context(), filepath.Join(dir, s.File))
			if s.Width == nil {
				if !apierror.Is(err, apierror.CodeMediaInvalid) {
					t.Errorf("%s, %s: %v", s.File, e.Name(), err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v", s.File, e.Name(), err)
				continue
			}
			got := []any{facts.Bytes, facts.ContentType, facts.Width, facts.Height, facts.DurationMs, facts.HasVideo, facts.HasAudio}
			want := []any{s.Bytes, s.ContentType, s.Width, s.Height, s.DurationMs, s.HasVideoTrack, s.HasAudioTrack}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %s; want %s", s.File, e.Name(), sentence(facts), s.ContentType)
			}
		}
	}
}
