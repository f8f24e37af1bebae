package jobs_test

import (
	"errors"
	"strings"
	"testing"

	"socialdata/models"
	"socialdata/models/fault"
)

// TestEveryFailureKeepsItsCause holds that support can read why, whatever failed, and that no address with its query is
// kept.
func TestEveryFailureKeepsItsCause(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for name, c := range map[string]struct {
			err  error
			want []string
		}{
			"a bare fault":   {fault.New(fault.MediaInvalid, "reason", "html"), []string{"media_invalid reason=html"}},
			"facts and more": {fault.Wrap(errors.New("the box is cut"), fault.MediaInvalid, "reason", "truncated"), []string{"reason=truncated: the box is cut"}},
			"an address":     {fault.Wrap(errors.New("GET https://cdn.example/v?sig=SECRET failed"), fault.MediaInvalid), []string{"https://cdn.example/…"}},
			"no fault":       {errors.New("nobody expected this"), []string{"internal_error: nobody expected this"}},
			"too much":       {fault.Wrap(errors.New(strings.Repeat("é ", 5000)), fault.MediaInvalid), []string{"media_invalid: é"}},
			"any bytes":      {fault.Wrap(errors.New("a\x00b\xffc"), fault.MediaInvalid), []string{"media_invalid: abc"}},
		} {
			b.media.verify = c.err
			d := b.run(t, b.accept(t, models.ProfileFull, false))
			found := d.Attempts[0].Cause
			if stage := d.Attempts[0].FailedStage(); stage != models.StageVerifyMedia {
				t.Errorf("%s: stage %s failed", name, stage)
			}
			for _, part := range c.want {
				if !strings.Contains(found, part) {
					t.Errorf("%s: the cause %.200q lacks %q", name, found, part)
				}
			}
			if strings.Contains(found, "SECRET") || len(found) > 2048 {
				t.Errorf("%s: %d bytes, %.100q", name, len(found), found)
			}
		}
	})
}
