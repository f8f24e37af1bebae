package export

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestCSVIsSafeAndQuoted(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	table, err := NewCSV(&b, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]string{{"=1+1", "-5"}, {"+x", "@y"}, {"\tz", "\rq"}, {`say "hi", twice`, "two\nlines"}, {"-x", ""}} {
		if err := table.Row(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "a,b\r\n'=1+1,-5\r\n'+x,'@y\r\n'\tz,\"'q\"\r\n\"say \"\"hi\"\", twice\",\"two\r\nlines\"\r\n'-x,\r\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestStreamReportsWhatFailsBeforeTheFirstByte(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	if _, err := Stream(t.Context(), func(context.Context, io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	body, err := Stream(t.Context(), func(_ context.Context, w io.Writer) error {
		_, _ = io.WriteString(w, "some")
		return broken
	})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(body); string(b) != "some" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", b, err)
	}
}

func TestClosingAStreamEndsIt(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	body, err := Stream(t.Context(), func(ctx context.Context, w io.Writer) error {
		_, err := io.WriteString(w, "first")
		if err == nil {
			_, err = io.WriteString(w, "second")
		}
		<-ctx.Done()
		ended <- err
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := body.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("nobody told it that the reader has gone")
	}
}
