package slots

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestSlotsAreBoundedInAllAndForEach(t *testing.T) {
	t.Parallel()
	s := New(3, 2)
	first, ok := s.Try("a")
	if !ok {
		t.Fatal("the first is refused")
	}
	second, err := s.Take(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Try("a"); ok {
		t.Error("a tenant has more than its share")
	}
	other, ok := s.Try("b")
	if !ok {
		t.Error("another tenant is refused though one is free")
	}
	if _, ok := s.Try("c"); ok {
		t.Error("more than all were given")
	}
	brief, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.Take(brief, "c"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting in vain: %v", err)
	}
	first()
	if third, err := s.Take(t.Context(), "c"); err != nil {
		t.Error(err)
	} else {
		third()
	}
	second()
	other()
	if len(s.tenants) != 0 || !s.all.TryAcquire(3) {
		t.Errorf("something is left: %v", s.tenants)
	}
}
