package testkit

import (
	"net/http/httptest"
	"net/url"
	"os"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// credentials sets those of the buckets that S3 starts, which take any.
var credentials = sync.OnceFunc(func() {
	_ = os.Setenv("AWS_ACCESS_KEY_ID", "invented")
	_ = os.Setenv("AWS_SECRET_ACCESS_KEY", "invented")
})

// S3 starts a server with an empty bucket in memory, and returns its address as the setting for media takes it.
func S3(t testing.TB) string {
	t.Helper()
	credentials()
	backend := s3mem.New()
	Must(t, backend.CreateBucket("media"))
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://media?region=us-east-1&use_path_style=true&disable_https=true&endpoint=" + url.QueryEscape(server.URL)
}
