package export

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
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

// TestCrashOfAProducerIsAnError crashes before the first byte and behind it.
func TestCrashOfAProducerIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := Stream(t.Context(), func(context.Context, io.Writer) error { panic("at once") }); err == nil {
		t.Error("a crash before the first byte is no error")
	}
	body, err := Stream(t.Context(), func(_ context.Context, to io.Writer) error {
		_, _ = io.WriteString(to, "begun")
		panic("later")
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(body); err == nil {
		t.Error("a crash behind the first byte looks like the end")
	}
}

// TestTablesAreReadAtTheReadersPace writes more than memory should hold before anything is read, and reads it as it was.
func TestTablesAreReadAtTheReadersPace(t *testing.T) {
	t.Parallel()
	const size = 8 << 20
	random := rand.NewChaCha8([32]byte{1})
	want := make([]byte, size)
	_, _ = random.Read(want[:size/2])
	written := make(chan struct{})
	body, err := NewTables().Send(t.Context(), "w", func(_ context.Context, to io.Writer) error {
		defer close(written)
		for rest := want; len(rest) > 0; {
			n := min(len(rest), 1+int(random.Uint64()%100_000))
			if _, err := to.Write(rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	<-written // though nobody reads
	if got, err := io.ReadAll(body); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes came, %v", len(got), err)
	}
}

// TestTablesThatFail fails before the first byte, and behind it; an empty one is whole.
func TestTablesThatFail(t *testing.T) {
	t.Parallel()
	tables, broken := NewTables(), errors.New("broken")
	if _, err := tables.Send(t.Context(), "w", func(context.Context, io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("before the first byte: %v", err)
	}
	sent := make(chan struct{})
	body, err := tables.Send(t.Context(), "w", func(_ context.Context, to io.Writer) error {
		_, _ = to.Write(make([]byte, 2*spoolBlock))
		<-sent // an error before that is returned by Send
		return broken
	})
	close(sent)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(body); !errors.Is(err, broken) || len(got) != 2*spoolBlock {
		t.Errorf("behind the first byte: %d bytes, %v", len(got), err)
	}
	_ = body.Close()
	if body, err = tables.Send(t.Context(), "w", func(context.Context, io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(body); err != nil || len(got) != 0 {
		t.Errorf("an empty table: %q, %v", got, err)
	}
	_ = body.Close()
	if _, err := body.Read(make([]byte, 1)); err == nil {
		t.Error("a closed table can be read")
	}
}

// TestSlowReadersOfOneTenantStopNoOther opens as many tables as a tenant may: its next one is refused in the request's time,
// another tenant's is served, and its own once one is closed.
func TestSlowReadersOfOneTenantStopNoOther(t *testing.T) {
	t.Parallel()
	tables := NewTables()
	send := func(tenant string) (io.ReadCloser, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return tables.Send(ctx, tenant, func(_ context.Context, to io.Writer) error { _, err := io.WriteString(to, "row"); return err })
	}
	open := make([]io.ReadCloser, maxTablesOfATenant)
	for n := range open {
		var err error
		if open[n], err = send("slow"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := send("slow"); !apierror.Is(err, apierror.CodeRateLimited) {
		t.Errorf("one more of the same tenant: %v", err)
	}
	other, err := send("other")
	if err != nil {
		t.Fatalf("another tenant waits: %v", err)
	}
	_ = other.Close()
	_ = open[0].Close()
	again, err := send("slow")
	if err != nil {
		t.Fatalf("after one was closed: %v", err)
	}
	_, _ = again.Close(), open[1].Close()
}

// TestReadersBelowTheLeastPaceAreBrokenOff takes pieces at a pace, with a producer that is slow itself.
func TestReadersBelowTheLeastPaceAreBrokenOff(t *testing.T) {
	t.Parallel()
	for pace, want := range map[int]error{leastPace / 2: errTooSlow, leastPace * 2: nil} {
		now := time.Now()
		slowly := readFunc(func(b []byte) (int, error) { now = now.Add(time.Minute); return len(b), nil })
		p := &paced{ReadCloser: io.NopCloser(slowly), now: func() time.Time { return now }}
		var err error
		for n := 0; n < 100 && err == nil; n++ {
			_, err = p.Read(make([]byte, pace))
			now = now.Add(time.Second)
		}
		if !errors.Is(err, want) {
			t.Errorf("at %d bytes a second: %v, want %v", pace, err, want)
		}
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }
