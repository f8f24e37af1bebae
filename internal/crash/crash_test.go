package crash_test

import (
	"errors"
	"strings"
	"testing"

	"socialdata/internal/crash"
)

func TestCall(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	if err := crash.Call(func() error { return refused }); !errors.Is(err, refused) {
		t.Errorf("an error became %v", err)
	}
	if err := crash.Call(func() error { return nil }); err != nil {
		t.Errorf("nothing became %v", err)
	}
	err := crash.Call(func() error { panic("at the third line") })
	if err == nil || !strings.Contains(err.Error(), "at the third line") || !strings.Contains(err.Error(), "crash_test.go") {
		t.Errorf("a panic became %v", err)
	}
}
