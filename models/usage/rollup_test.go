package usage_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/usage"
)

// madeImport is what a report needs to know of an import.
type madeImport struct {
	id       string
	at       time.Time
	platform content.Platform
	state    imports.State
	code     apierror.Code
}

// past plays the life of a workspace: imports are made and end, now and then housekeeping counts.
type past struct {
	*models.Store
	clock     *modelstest.Clock
	workspace string
	rand      *rand.Rand
	imports   []*madeImport
	lines     []madeLine
}

// madeLine is a line of the ledger: a charge, or a grant where amount is above zero.
type madeLine struct {
	at     time.Time
	amount int64
}

func newPast(t *testing.T, s *models.Store, clock *modelstest.Clock) *past {
	return &past{Store: s, clock: clock, workspace: modelstest.Install(t, s, 1).Workspace, rand: rand.New(rand.NewPCG(11, 7))}
}

// TestUsageIsThePlainCount compares reports with a count of every import, while time goes by, imports end late and marks
// move.
func TestUsageIsThePlainCount(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		p := newPast(t, s, clock)
		clock.Add(-100 * day)
		for range 60 {
			clock.Add(time.Duration(p.rand.Int64N(int64(pick(p.rand, []time.Duration{30 * time.Minute, 5 * day})))))
			p.make(t, 40)
			p.enter(t, 40)
			p.end(t)
			if p.rand.IntN(2) == 0 {
				modelstest.Must(t, s.Housekeep(context.Background()))
			}
			p.compare(t)
		}
		for _, i := range p.imports {
			p.finish(t, i)
		}
		clock.Add(time.Hour)
		modelstest.Must(t, s.Housekeep(context.Background()))
		p.compare(t)
	})
}

// TestCountingIsSharedAndBroken counts more than one batch in several processes at once that end anywhere.
func TestCountingIsSharedAndBroken(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		p := newPast(t, s, clock)
		clock.Add(-20 * day)
		for range 20 {
			clock.Add(day)
			p.make(t, 800)
			p.enter(t, 800)
		}
		for _, i := range p.imports {
			p.finish(t, i)
		}
		clock.Add(2 * time.Hour)
		for n := range 6 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(n)*10*time.Millisecond)
			_ = s.Usage.RollUp(ctx)
			cancel()
			p.compare(t)
		}
		for _, err := range modelstest.AtOnce(4, func(int) error { return s.Usage.RollUp(context.Background()) }) {
			modelstest.Must(t, err)
		}
		p.compare(t)
		modelstest.Must(t, s.Usage.RollUp(context.Background()))
		p.compare(t)
		month, _ := s.Usage.PresetWindow("30d", time.UTC)
		modelstest.Run(t, s, "DELETE FROM ledger_entries WHERE amount < 0") // which never happens; it shows that neither was read
		modelstest.Run(t, s, "DELETE FROM imports")
		p.compare(t, month)
	})
}

// moment is within the last half hour, often where one span ends and the next begins.
func (p *past) moment() time.Time {
	at := p.clock.Now().Add(-time.Duration(p.rand.Int64N(int64(30 * time.Minute))))
	if p.rand.IntN(3) == 0 {
		at = at.Truncate(15 * time.Minute).Add(time.Duration(p.rand.IntN(3)-1) * time.Microsecond)
	}
	return at.Truncate(time.Microsecond)
}

// make lets up to n imports be made.
func (p *past) make(t *testing.T, n int) {
	t.Helper()
	var rows []string
	for range 1 + p.rand.IntN(n) {
		at := p.moment()
		i := &madeImport{id: db.NewID(), at: at, platform: pick(p.rand, somePlatforms()), state: imports.Running}
		p.imports = append(p.imports, i)
		rows = append(rows, fmt.Sprintf("('%s', '%s', 'j', 'u', 'u', '%s', 's', 'none', TRUE, 30, '[]', '%s', '', 1, FALSE, '', '', 1, '', 0, 0, %d, 0)",
			i.id, p.workspace, i.platform, i.state, at.UnixMicro()))
	}
	modelstest.Run(t, p.Store, `INSERT INTO imports (id, workspace_id, job_id, source_url, canonical_url, platform, subject, media_profile, transcript, hold_days, tags, state, stage, attempt,
		cancel_requested, outcome_code, outcome_message, revision, lease_holder, lease_until, takeovers, created_at, updated_at) VALUES `+strings.Join(rows, ", "))
}

// enter writes up to n lines of the ledger.
func (p *past) enter(t *testing.T, n int) {
	t.Helper()
	var rows []string
	for range 1 + p.rand.IntN(n) {
		line := madeLine{at: p.moment(), amount: int64(p.rand.IntN(8) - 6)}
		p.lines = append(p.lines, line)
		id := db.NewID()
		rows = append(rows, fmt.Sprintf("('%s', '%s', %d, 0, 'fetch', 's', '%s', '', %d)", id, p.workspace, line.amount, id, line.at.UnixMicro()))
	}
	modelstest.Run(t, p.Store, "INSERT INTO ledger_entries (id, workspace_id, amount, balance_after, part, subject, reason, note, created_at) VALUES "+strings.Join(rows, ", "))
}

// end ends all imports, or most of them.
func (p *past) end(t *testing.T) {
	t.Helper()
	all := p.rand.IntN(2) == 0
	for _, i := range p.imports {
		if all || p.rand.IntN(4) > 0 {
			p.finish(t, i)
		}
	}
}

func (p *past) finish(t *testing.T, i *madeImport) {
	t.Helper()
	if i.state != imports.Running {
		return
	}
	i.state = pick(p.rand, []imports.State{imports.Succeeded, imports.Failed, imports.Cancelled})
	if i.state == imports.Failed {
		i.code = pick(p.rand, []apierror.Code{apierror.CodeSourceChanged, apierror.CodeRetryExhausted, apierror.CodeUnavailablePrivate})
	}
	modelstest.Run(t, p.Store, "UPDATE imports SET state = ?, outcome_code = ? WHERE id = ?", i.state, i.code, i.id)
}

// compare holds reports against the plain count: all presets and a few periods, where no windows are given.
func (p *past) compare(t *testing.T, windows ...usage.Window) {
	t.Helper()
	if len(windows) == 0 {
		windows = p.windows(t)
	}
	for _, w := range windows {
		got, err := p.Usage.Report(context.Background(), p.workspace, w)
		modelstest.Must(t, err)
		if want := p.count(got); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v:\n%+v\nby hand:\n%+v", w, got, want)
		}
		spent, err := p.Usage.Spending(context.Background(), p.workspace, w)
		modelstest.Must(t, err)
		if want := p.spent(w); !reflect.DeepEqual(spent, want) {
			t.Fatalf("%+v:\nspent %+v\nby hand:\n%+v", w, spent, want)
		}
	}
}

// spent sums up every charge of a window.
func (p *past) spent(w usage.Window) (series []usage.SpentBucket) {
	starts := beginnings(w)
	for _, at := range starts {
		series = append(series, usage.SpentBucket{Start: at})
	}
	for _, l := range p.lines {
		if l.amount < 0 && !l.at.Before(w.Start.Truncate(time.Microsecond)) && l.at.Before(w.End.Truncate(time.Microsecond)) {
			series[numberOf(starts, l.at)].Credits -= l.amount
		}
	}
	return series
}

// beginnings are where the buckets of a window begin: by the calendar of its zone for days, else every so long.
func beginnings(w usage.Window) (starts []time.Time) {
	if w.Bucket != day || w.Zone == nil {
		for at := w.Start.Truncate(w.Bucket); at.Before(w.End); at = at.Add(w.Bucket) {
			starts = append(starts, at)
		}
		return starts
	}
	y, m, d := w.Start.In(w.Zone).Date()
	for n := 0; ; n++ {
		at := time.Date(y, m, d+n, 0, 0, 0, 0, w.Zone)
		if !at.Before(w.End) {
			return starts
		}
		starts = append(starts, at)
	}
}

// numberOf is the number of the bucket that a time is in.
func numberOf(starts []time.Time, at time.Time) int {
	n := 0
	for n+1 < len(starts) && !at.Before(starts[n+1]) {
		n++
	}
	return n
}

// someZone is UTC, or a zone with half hours, with two clocks a year, or with both.
func (p *past) someZone(t *testing.T) *time.Location {
	t.Helper()
	zone, err := accounts.LoadZone(pick(p.rand, []string{"UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe"}))
	modelstest.Must(t, err)
	return zone
}

func (p *past) windows(t *testing.T) (windows []usage.Window) {
	t.Helper()
	for _, name := range []string{"6h", "24h", "7d", "30d"} {
		w, _ := p.Usage.PresetWindow(name, p.someZone(t))
		windows = append(windows, w)
	}
	for range 4 {
		from := p.clock.Now().UTC().Truncate(day).AddDate(0, 0, -p.rand.IntN(90))
		w, err := usage.CustomWindow(from.Format(time.DateOnly), from.AddDate(0, 0, p.rand.IntN(90)).Format(time.DateOnly), p.someZone(t))
		modelstest.Must(t, err)
		windows = append(windows, w)
	}
	return windows
}

// count fills a report in by looking at every import.
func (p *past) count(like *usage.Report) *usage.Report {
	w := like.Window
	r := &usage.Report{Window: w, Credits: like.Credits, At: like.At, Failures: []usage.FailureCount{}, ByPlatform: []usage.PlatformTotals{}}
	starts := beginnings(w)
	for _, at := range starts {
		r.Series = append(r.Series, usage.BucketTotals{Start: at})
	}
	platforms, codes := map[content.Platform]usage.PlatformTotals{}, map[apierror.Code]int64{}
	for _, i := range p.imports {
		if i.at.Before(w.Start.Truncate(time.Microsecond)) || !i.at.Before(w.End.Truncate(time.Microsecond)) {
			continue
		}
		b, of := &r.Series[numberOf(starts, i.at)], platforms[i.platform]
		r.Imports.Total, b.Total, of.Total, of.Platform = r.Imports.Total+1, b.Total+1, of.Total+1, i.platform
		switch i.state {
		case imports.Succeeded:
			r.Imports.Succeeded, b.Succeeded, of.Succeeded = r.Imports.Succeeded+1, b.Succeeded+1, of.Succeeded+1
		case imports.Failed:
			r.Imports.Failed, b.Failed, of.Failed = r.Imports.Failed+1, b.Failed+1, of.Failed+1
			codes[i.code]++
		case imports.Cancelled:
			r.Imports.Cancelled++
		default:
			r.Imports.InFlight++
		}
		platforms[i.platform] = of
	}
	for _, name := range somePlatforms() {
		if of, ok := platforms[name]; ok {
			r.ByPlatform = append(r.ByPlatform, of)
		}
	}
	for code, n := range codes {
		r.Failures = append(r.Failures, usage.FailureCount{Code: code, Count: n})
	}
	slices.SortFunc(r.Failures, func(a, b usage.FailureCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code))
	})
	return r
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func somePlatforms() []content.Platform {
	return []content.Platform{content.AdLibrary, content.ClipSite, content.PhotoSite, content.VideoSite}
}

const day = 24 * time.Hour
