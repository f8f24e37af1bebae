package jobs

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// Embedded is the in-process queue that is used without a Redis: on loopback, with a random password, for one process. It is empty
// after a restart; the database knows what is left to do.
type Embedded struct {
	server *miniredis.Miniredis
	stop   chan struct{}
	secret string
}

// tick is how often the queue's clock is moved: it does not run by itself.
const tick = 250 * time.Millisecond

// StartEmbedded starts the in-process queue.
func StartEmbedded() (*Embedded, error) {
	b := make([]byte, 24)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	e := &Embedded{server: miniredis.NewMiniRedis(), stop: make(chan struct{}), secret: base64.RawURLEncoding.EncodeToString(b)}
	e.server.RequireAuth(e.secret)
	if err := e.server.StartAddr("127.0.0.1:0"); err != nil {
		return nil, err
	}
	go e.run()
	return e, nil
}

func (e *Embedded) run() {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	last := time.Now()
	for {
		select {
		case now := <-ticker.C:
			e.server.FastForward(now.Sub(last))
			last = now
		case <-e.stop:
			return
		}
	}
}

// Options return how to reach the queue.
func (e *Embedded) Options() *redis.Options {
	return &redis.Options{Addr: e.server.Addr(), Password: e.secret}
}

// Close stops the queue.
func (e *Embedded) Close() {
	close(e.stop)
	e.server.Close()
}
