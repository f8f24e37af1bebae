package media

import (
	"os"
	"path/filepath"
	"testing"

	"socialdata/internal/apierror"
)

// TestJoin: a picture and a sound in fragments, as a platform keeps them, become one file with both, the same one every
// time and nothing decoded; parts that do not belong together are refused.
func TestJoin(t *testing.T) {
	t.Parallel()
	e := native(t)
	fragmented := []string{"-movflags", "+frag_keyframe+empty_moov+default_base_moof+dash"}
	picture := makeClip(t, "p.mp4", append(fragmented, "-map", "0:v")...)
	sound := makeClip(t, "s.m4a", append(fragmented, "-map", "1:a")...)
	shorter := makeClip(t, "s.m4a", append(fragmented, "-map", "1:a", "-t", "1")...)
	cut := read(t, picture)
	dir := t.TempDir()
	join := func(name, picture, sound string) (string, error) {
		dest := filepath.Join(dir, name)
		return dest, e.Join(t.Context(), picture, sound, dest)
	}
	one, err := join("one", picture, sound)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := e.Probe(t.Context(), one)
	if err != nil || !*facts.HasVideo || !*facts.HasAudio || *facts.Width != 320 || *facts.DurationMs < 4000 || *facts.DurationMs > 4100 {
		t.Errorf("%+v, %v", facts, err)
	}
	two, err := join("two", picture, sound)
	if err != nil || string(read(t, one)) != string(read(t, two)) {
		t.Errorf("joined again they differ: %v", err)
	}
	for name, c := range map[string]struct{ picture, sound, reason string }{
		"a short sound":   {picture, shorter, ReasonTruncated},
		"no picture":      {sound, sound, ReasonNoTracks},
		"no sound":        {picture, picture, ReasonNoTracks},
		"a cut picture":   {write(t, cut[:len(cut)*2/3]), sound, ReasonTruncated},
		"a page as sound": {picture, write(t, []byte("<!DOCTYPE html><html></html>")), ReasonHTML},
	} {
		dest, err := join("bad", c.picture, c.sound)
		if f := apierror.From(err); err == nil || f.Code != apierror.CodeMediaInvalid || f.Details["reason"] != c.reason {
			t.Errorf("%s: %v, want %s", name, err, c.reason)
		}
		if _, err := os.Stat(dest); err == nil {
			t.Errorf("%s: a file was left", name)
		}
	}
}
