package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"socialdata/internal/testlinks"
	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/models/billing"
	"socialdata/models/imports"
	"socialdata/web"
)

// testSettings make a program the one that answers test keys.
type testSettings struct {
	schema  string // of PostgreSQL
	blobs   string // begins the keys of its files; "" in a store of its own
	limiter web.Limiter
	links   testlinks.Player
}

// Bounds of the program that answers test keys: it shares a machine, and a database, with the real one.
const (
	testConns    = 4
	testWorkers  = 2
	testMaxBytes = 64 << 20
)

// testConfig returns the settings of the program that answers test keys on a day. All are the defaults but those named here, so
// that no credential, proxy, mail server or address of the operator's reaches it.
func (p *program) testConfig(ctx context.Context, day string) (*config, error) {
	c := &config{}
	if err := env.ParseWithOptions(c, env.Options{Prefix: settingPrefix, Environment: map[string]string{}}); err != nil {
		return nil, err
	}
	real := p.cfg
	c.Listen, c.Origin, c.TrustedProxies, c.WebhooksLocal, c.clock = real.Listen, real.Origin, real.TrustedProxies, real.WebhooksLocal, real.clock
	c.RateLookup, c.RateRead, c.RateImport, c.RateSignIn = real.RateLookup, real.RateRead, real.RateImport, real.RateSignIn
	c.DataDir = filepath.Join(testFolder(real), day)
	c.SecretKeys = secret(encodeKeys(testSecrets(p.secrets)))
	c.ImportWorkers, c.DeliveryWorkers, c.WatchWorkers, c.UpkeepWorkers = testWorkers, testWorkers, testWorkers, 1
	c.Canaries, c.InitialCredits, c.MediaMaxBytes, c.ImportBackoff = false, 0, testMaxBytes, []time.Duration{time.Second, time.Second}
	c.test = &testSettings{limiter: testLimiter{web.NewLimiter(p.redis, p.log)}, links: testlinks.NewPlayer()}
	prefix, err := testSchemas(ctx, p)
	if err != nil {
		return nil, err
	}
	if prefix != "" {
		c.DatabaseURL, c.test.schema = real.DatabaseURL, prefix+day
	}
	if real.BlobURL != "" {
		c.BlobURL, c.test.blobs = real.BlobURL, testBlobs+day+"/"
	}
	return c, nil
}

// testSecrets derives the keys of test keys' program from the installation's: nothing that either seals or signs is worth
// anything to the other, and a bundle of invented posts has no signature of the service's.
func testSecrets(secrets [][]byte) (derived [][]byte) {
	for _, key := range secrets {
		h := hmac.New(sha256.New, key)
		h.Write([]byte("socialdata test keys v1"))
		derived = append(derived, h.Sum(nil))
	}
	return derived
}

func encodeKeys(keys [][]byte) string {
	var list []string
	for _, k := range keys {
		list = append(list, base64.StdEncoding.EncodeToString(k))
	}
	return strings.Join(list, ",")
}

// testLimiter counts test keys apart from real ones, with the same limits.
type testLimiter struct{ web.Limiter }

// Allow implements web.Limiter.
func (l testLimiter) Allow(ctx context.Context, key string, n, rate int, period time.Duration) web.Allowance {
	return l.Limiter.Allow(ctx, testLimits+key, n, rate, period)
}

// Refund implements web.Limiter.
func (l testLimiter) Refund(ctx context.Context, key string, rate int, period time.Duration) {
	l.Limiter.Refund(ctx, testLimits+key, rate, period)
}

// Owe implements web.Limiter.
func (l testLimiter) Owe(ctx context.Context, key string, rate int, period time.Duration) {
	l.Limiter.Owe(ctx, testLimits+key, rate, period)
}

// testLimits begins the names of test keys' limits.
const testLimits = "test:"

// testPrices are the prices of test keys.
func testPrices() *billing.Prices { return &billing.Prices{} }

// stage returns what fails stages of the imports of test keys.
func (t *testSettings) stage(run *imports.Run, s imports.Stage) error {
	return t.links.Stage(run.Import.Subject, string(s), run.Attempt.Number)
}

// testSender marks deliveries and plays the endpoints of testlinks.
type testSender struct{ jobs.Sender }

// Send implements jobs.Sender.
func (s testSender) Send(ctx context.Context, m webhooks.Message) webhooks.Outcome {
	if e, played := testlinks.FindEndpoint(m.URL); played {
		return webhooks.Outcome{Status: e.Status, Failure: webhooks.Failure(e.Failure), Took: time.Millisecond}
	}
	header := map[string]string{web.TestHeader: "true"}
	maps.Copy(header, m.Header)
	m.Header = header
	return s.Sender.Send(ctx, m)
}
