package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/models/accounts"
	"socialdata/web"
)

// testSite answers test keys. It is a whole program of its own inside this one: a store, a queue, workers and simulated
// platforms, which nothing else of this process reads or runs. It is built when a test key is first used, lasts until the end of
// the day (UTC), and goes with all that is in it. Processes with the same PostgreSQL share the store of a day.
type testSite struct {
	real  *program
	links *media.Signer // its own, so that a link is known before anything is built

	mu     sync.Mutex
	today  *testDay // nil: no test key was used today
	ending []*testDay
	closed bool
}

func newTestSite(real *program) (*testSite, error) {
	links, err := media.NewSigner(testSecrets(real.secrets)...)
	if err != nil {
		return nil, err
	}
	s := &testSite{real: real, links: links}
	real.closers = append(real.closers, s.close)
	return s, nil
}

// How long a request waits for the test site to be built, how long a failure to build it is remembered, and how long after
// midnight the day before is kept, for processes whose clocks are late.
const (
	testPatience = 10 * time.Second
	testRetry    = 5 * time.Second
	testGrace    = 2 * time.Minute
)

// Enter implements web.TestSite.
func (s *testSite) Enter(ctx context.Context, k *accounts.KeyCaller, text string) (*web.Server, string, error) {
	d, err := s.open(ctx)
	if err != nil {
		return nil, "", err
	}
	known := accounts.OrdinaryKeyText(text)
	return d.server, known, d.represent(ctx, k.APIKey, known)
}

// Signed implements web.TestSite.
func (s *testSite) Signed(token string) bool {
	_, err := s.links.Verify(token, "", s.real.store.Now())
	return err == nil
}

// Serving implements web.TestSite.
func (s *testSite) Serving(ctx context.Context) (*web.Server, error) {
	d, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return d.server, nil
}

// open returns the test site of this day, and builds it if it is the first to need it. It waits for a bounded time.
func (s *testSite) open(ctx context.Context) (*testDay, error) {
	d := s.current()
	if d == nil {
		return nil, testUnavailable(errors.New("the process is stopping"))
	}
	ctx, cancel := context.WithTimeout(ctx, testPatience)
	defer cancel()
	select {
	case <-d.ready:
		if d.err != nil {
			return nil, testUnavailable(d.err)
		}
		return d, nil
	case <-ctx.Done():
		return nil, testUnavailable(ctx.Err())
	}
}

func testUnavailable(cause error) error {
	f := apierror.Wrap(cause, apierror.CodeStorageUnavailable).After(testRetry)
	f.Message = "What answers test keys is not ready."
	return f
}

// current returns the site of this day, which may not be ready yet; nil once the process stops.
func (s *testSite) current() *testDay {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	day := testDayOf(s.real.store.Now())
	if d := s.today; d == nil || d.name != day || d.failedFor(testRetry) {
		s.end()
		s.today = startTestDay(s.real, day)
	}
	return s.today
}

// end ends the site of the day, if there is one: at once what works and waits, and its store when running requests had time to end.
// The caller holds the lock.
func (s *testSite) end() {
	d := s.today
	if d == nil {
		return
	}
	s.today, s.ending = nil, append(s.ending, d)
	d.stop()
	go s.real.guard("the end of a day of test keys", func() {
		time.Sleep(drain)
		d.close()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ending = slices.DeleteFunc(s.ending, func(other *testDay) bool { return other == d })
	})
}

// Run ends each day when it is over, and deletes what was left of earlier ones.
func (s *testSite) Run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	swept := ""
	for {
		now := s.real.store.Now()
		s.mu.Lock()
		if s.today != nil && s.today.name < testDayOf(now) {
			s.end()
		}
		s.mu.Unlock()
		if keep := testDayOf(now.Add(-testGrace)); keep != swept {
			if err := s.sweep(ctx, keep); err != nil && ctx.Err() == nil {
				s.real.log.Warn("what test keys made on earlier days was not deleted", "cause", err)
			} else {
				swept = keep
			}
		}
		select {
		case <-ctx.Done():
			s.stop()
			return
		case <-tick.C:
		}
	}
}

// sweep deletes the days before one. Those that still end are waited for: what they write last would outlive their folder.
func (s *testSite) sweep(ctx context.Context, keep string) error {
	s.mu.Lock()
	ending := slices.Clone(s.ending)
	s.mu.Unlock()
	for _, d := range ending {
		if d.name < keep {
			d.close()
		}
	}
	prefix, err := testSchemas(ctx, s.real)
	if err != nil {
		return err
	}
	schemas, err := s.real.store.Schemas(ctx, prefix)
	if err != nil {
		return err
	}
	if prefix == "" {
		schemas = nil
	}
	errs := []error{}
	for _, name := range schemas {
		if strings.TrimPrefix(name, prefix) < keep {
			errs = append(errs, s.real.store.DropSchema(ctx, name))
		}
	}
	folders, err := os.ReadDir(testFolder(s.real.cfg))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, err)
	}
	for _, f := range folders {
		if f.Name() < keep {
			errs = append(errs, os.RemoveAll(filepath.Join(testFolder(s.real.cfg), f.Name())))
		}
	}
	return errors.Join(append(errs, s.sweepBlobs(ctx, keep))...)
}

// sweepBlobs deletes the files of earlier days from a blob store that is not in the data folder.
func (s *testSite) sweepBlobs(ctx context.Context, keep string) error {
	if s.real.cfg.BlobURL == "" {
		return nil
	}
	for o, err := range s.real.media.Blobs.List(ctx, testBlobs, s.real.store.Now()) {
		if err != nil {
			return err
		}
		if day, _, _ := strings.Cut(strings.TrimPrefix(o.Key, testBlobs), "/"); day < keep {
			if err := s.real.media.Blobs.Delete(ctx, o.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// stop lets no request begin and ends those that wait, when the process stops.
func (s *testSite) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.today != nil {
		s.today.stop()
	}
}

// close ends the site of the day; what is in its store stays until the day is over.
func (s *testSite) close() error {
	s.stop()
	s.mu.Lock()
	days := slices.Clone(s.ending)
	if s.today != nil {
		days = append(days, s.today)
	}
	s.mu.Unlock()
	for _, d := range days {
		d.close()
	}
	return nil
}

// testDayOf returns the name of a day: names sort as days do.
func testDayOf(t time.Time) string { return t.UTC().Format("20060102") }

// testFolder returns the folder with a folder for each day.
func testFolder(c *config) string { return filepath.Join(c.DataDir, "test") }

// testBlobs begins the keys of test files in a blob store that the settings name.
const testBlobs = "test/"

// testSchemas returns what the names of the schemas of days begin with; "" without PostgreSQL. Installations that share a database
// have a schema each, and so do their tests.
func testSchemas(ctx context.Context, real *program) (string, error) {
	schema, err := real.store.SchemaName(ctx)
	if schema == "" || err != nil {
		return "", err
	}
	return fmt.Sprintf("%s_test_", cmp.Or(schema, "public")), nil
}
