package db_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// TestSearchesOfOneWorkspaceLeaveRoom lets one workspace search as often as it may: its next search waits, another workspace's
// does not.
func TestSearchesOfOneWorkspaceLeaveRoom(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		over, most := make(chan struct{}), 2
		if s.Postgres {
			most = 4
		}
		begun := make(chan struct{}, most)
		for range most {
			go func() {
				_ = s.Search(context.Background(), "busy", func(context.Context) error { begun <- struct{}{}; <-over; return nil })
			}()
			<-begun
		}
		brief, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if err := s.Search(brief, "busy", func(context.Context) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("one more search of the same workspace: %v", err)
		}
		if err := s.Search(t.Context(), "other", func(context.Context) error { return nil }); err != nil {
			t.Errorf("another workspace's search: %v", err)
		}
		close(over)
	})
}

func TestSearchThatTakesTooLongIsLimitExceeded(t *testing.T) {
	s := modelstest.SQLite(t, nil)
	synctest.Test(t, func(t *testing.T) {
		hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		begun := time.Now()
		err := s.Search(context.Background(), "w", hangs)
		modelstest.WantCode(t, err, apierror.CodeLimitExceeded)
		if took := time.Since(begun); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
		brief, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := s.Search(brief, "w", hangs); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a request that ends before: %v", err)
		}
	})
}
