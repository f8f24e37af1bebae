package jobs_test

import (
	"errors"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
)

// TestFailureCauseIsRedacted holds that support can read why, whatever failed, and that no address with its query is
// kept.
func TestFailureCauseIsRedacted(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for name, c := range map[string]struct {
			err  error
			want []string
		}{
			"a bare fault":   {apierror.New(apierror.CodeMediaInvalid, "reason", "html"), []string{"media_invalid reason=html"}},
			"facts and more": {apierror.Wrap(errors.New("the box is cut"), apierror.CodeMediaInvalid, "reason", "truncated"), []string{"reason=truncated: the box is cut"}},
			"an address":     {apierror.Wrap(errors.New("GET https://cdn.example/v?sig=SECRET failed"), apierror.CodeMediaInvalid), []string{"https://cdn.example/…"}},
			"no fault":       {errors.New("nobody expected this"), []string{"internal_error: nobody expected this"}},
			"too much":       {apierror.Wrap(errors.New(strings.Repeat("é ", 5000)), apierror.CodeMediaInvalid), []string{"media_invalid: é"}},
			"any bytes":      {apierror.Wrap(errors.New("a\x00b\xffc"), apierror.CodeMediaInvalid), []string{"media_invalid: abc"}},
		} {
			b.media.verify = c.err
			d := b.run(t, b.accept(t, imports.ProfileFull, false))
			found := d.Attempts[0].Cause
			if stage := d.Attempts[0].FailedStage(); stage != imports.StageVerifyMedia {
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
