package media

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

// TestLeastThroughput holds that a body that comes too slowly is given up long before the bound of the whole, and one
// that comes slowly enough is not.
func TestLeastThroughput(t *testing.T) {
	body := func(chunk string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			for n := 0; n < 60 && r.Context().Err() == nil; n++ {
				_, _ = io.WriteString(w, chunk)
				_ = http.NewResponseController(w).Flush()
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	for name, c := range map[string]struct {
		chunk string
		code  apierror.Code
	}{"dripping": {"x", apierror.CodeNetworkTimeout}, "slow": {strings.Repeat("x", 4000), ""}} {
		d := newCDN(t, body(c.chunk)).downloader()
		d.options.TotalTimeout, d.options.IdleTimeout = time.Minute, time.Minute
		d.options.PaceWindow, d.options.LeastRate = 300*time.Millisecond, 2000
		_, err := d.Download(t.Context(), Request{URL: address, Dest: filepath.Join(t.TempDir(), "v")})
		if c.code == "" && err != nil || c.code != "" && (!apierror.Is(err, c.code) || apierror.From(err).Details["timeoutMs"] != int64(300)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
