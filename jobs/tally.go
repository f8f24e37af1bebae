package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/models/db"
	"socialdata/models/work"
)

const (
	// reportEvery is how often a process reports to Redis that it works, and reportLife how long a report is valid.
	reportEvery = 2 * time.Second
	reportLife  = 10 * time.Second
	// tallyLife is how long the counts of a day are kept.
	tallyLife = 48 * time.Hour

	workerPrefix = "socialdata:worker:"
	tallyPrefix  = "socialdata:work:"
)

// workerReport is what a process reports of its dispatcher.
type workerReport struct {
	Host        string
	PID         int
	Since       time.Time
	Slots, Busy map[work.Kind]int
}

// tally keeps today's counts and the list of workers in Redis, for all processes. Both are for people, and may be lost.
type tally struct {
	redis *redis.Client
	key   string
	self  workerReport

	mu     sync.Mutex
	counts map[string]int64 // since they were last sent
}

func newTally(options *redis.Options) *tally {
	host, _ := os.Hostname()
	return &tally{redis: redis.NewClient(options), key: workerPrefix + db.NewID(), counts: map[string]int64{},
		self: workerReport{Host: host, PID: os.Getpid(), Since: time.Now()}}
}

// ended counts one run.
func (t *tally) ended(kind work.Kind, o work.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[string(kind)+" done"]++
	if o.Failed() {
		t.counts[string(kind)+" failed"]++
	}
}

// run reports until the context ends, then takes the report back.
func (t *tally) run(ctx context.Context, d *dispatcher) {
	defer t.redis.Close()
	lookAgain(ctx, reportEvery, nil, func(ctx context.Context) error { return t.report(ctx, d) }, func(error) {}) // an unreachable Redis is reported elsewhere
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), deliverWithin)
	defer cancel()
	t.redis.Del(after, t.key)
}

func (t *tally) report(ctx context.Context, d *dispatcher) error {
	ctx, cancel := context.WithTimeout(ctx, deliverWithin)
	defer cancel()
	d.mu.Lock()
	t.self.Slots, t.self.Busy = d.slots, maps.Clone(d.busy)
	d.mu.Unlock()
	text, err := json.Marshal(t.self)
	if err != nil {
		return err
	}
	t.mu.Lock()
	counts := t.counts
	t.counts = map[string]int64{}
	t.mu.Unlock()
	day := tallyPrefix + time.Now().UTC().Format(time.DateOnly)
	_, err = t.redis.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, t.key, text, reportLife)
		for name, n := range counts {
			p.HIncrBy(ctx, day, name, n)
		}
		p.Expire(ctx, day, tallyLife)
		return nil
	})
	return err
}

// workerReports reads the reports of all processes.
func workerReports(ctx context.Context, from *redis.Client) (list []workerReport, err error) {
	keys := from.Scan(ctx, 0, workerPrefix+"*", 1000).Iterator()
	for keys.Next(ctx) {
		var r workerReport
		if text, err := from.Get(ctx, keys.Val()).Bytes(); err == nil && json.Unmarshal(text, &r) == nil {
			list = append(list, r)
		}
	}
	return list, keys.Err()
}

// todayOf reads how many runs of each kind ended today, and how many of them failed.
func todayOf(ctx context.Context, from *redis.Client) (done, failed map[string]int64, err error) {
	all, err := from.HGetAll(ctx, tallyPrefix+time.Now().UTC().Format(time.DateOnly)).Result()
	done, failed = map[string]int64{}, map[string]int64{}
	for name, text := range all {
		kind, what, _ := strings.Cut(name, " ")
		n, parsed := strconv.ParseInt(text, 10, 64)
		if parsed != nil {
			return nil, nil, fmt.Errorf("the tally of %s: %w", name, parsed)
		}
		map[string]map[string]int64{"done": done, "failed": failed}[what][kind] = n
	}
	return done, failed, err
}
