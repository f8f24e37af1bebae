package jobs_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// mailbox is a sender that keeps what each endpoint was sent. An endpoint whose URL is slow hangs until the end.
type mailbox struct {
	mu   sync.Mutex
	sent map[string]map[string]int // by URL and event, how often
	slow string
	held int // messages to the slow one
	done chan struct{}
}

func (m *mailbox) Send(ctx context.Context, msg webhooks.Message) webhooks.Outcome {
	if msg.URL == m.slow {
		m.mu.Lock()
		m.held++
		m.mu.Unlock()
		select {
		case <-m.done:
		case <-ctx.Done():
		}
		return webhooks.Outcome{Failure: webhooks.TimedOut}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sent[msg.URL] == nil {
		m.sent[msg.URL] = map[string]int{}
	}
	m.sent[msg.URL][msg.ID]++
	return webhooks.Outcome{Status: 200}
}

func (m *mailbox) count(url string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sent[url])
}

// hung returns how many messages the slow endpoint was sent.
func (m *mailbox) hung() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held
}

func happen(ctx context.Context, s *models.Store, workspace string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		e, err := events.New(workspace, events.ReferenceUpdated, map[string]int{})
		if err != nil {
			return err
		}
		return events.Add(tx, e)
	})
}

// TestEventsReachEndpoints sends each event once to each endpoint, though one of them hangs, the queue is emptied, and two
// processes work.
func TestEventsReachEndpoints(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, client *redis.Client) {
		s := modelstest.SQLite(t, &modelstest.Clock{})
		in := modelstest.Install(t, s, 0)
		box := &mailbox{sent: map[string]map[string]int{}, slow: "https://slow.example/", done: make(chan struct{})}
		for _, url := range []string{"https://a.example/", box.slow, "https://b.example/"} {
			_, _, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: url, Types: []events.Type{events.ReferenceUpdated}})
			testkit.Must(t, err)
		}
		for range 2 {
			w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: client.Options(), Store: s, Log: slog.New(slog.DiscardHandler), Importer: &jobs.Importer{Store: s},
				Repair: &jobs.Repair{Store: s}, Concurrency: jobs.Concurrency{Deliveries: 2}, Deliveries: &jobs.Deliveries{Store: s, Sender: box, Log: slog.New(slog.DiscardHandler)}})
			testkit.Must(t, err)
			testkit.Must(t, w.Start())
			defer w.Shutdown()
		}
		defer close(box.done)
		const news = 40
		for n := range news {
			testkit.Must(t, happen(t.Context(), s, in.Workspace))
			if n == news/2 {
				testkit.Must(t, client.FlushAll(t.Context()).Err())
			}
		}
		for _, url := range []string{"https://a.example/", "https://b.example/"} {
			testkit.Eventually(t, "every event is at "+url, func() bool { return box.count(url) == news })
			for id, times := range box.sent[url] {
				if times != 1 {
					t.Errorf("%s got %s %d times", url, id, times)
				}
			}
		}
	})
}
