package modelstest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"socialdata/models/db"
)

// tracing is locked by the test that counts statements: a process has one tracer.
var tracing sync.Mutex

// Statements returns the statements that f runs under its context, each with its table, in the order in which they end.
// It does not count begin and commit.
func Statements(t testing.TB, f func(ctx context.Context)) []string {
	t.Helper()
	asked, _ := Cost(t, f)
	return asked
}

// Commits counts what was committed, and how many of the commits waited for the disk. A write outside a transaction is a commit.
type Commits struct{ All, Waited int }

// Cost returns what Statements does, and the commits.
func Cost(t testing.TB, f func(ctx context.Context)) ([]string, Commits) {
	t.Helper()
	tracing.Lock()
	defer tracing.Unlock()
	exporter, before := tracetest.NewInMemoryExporter(), otel.GetTracerProvider()
	provider := trace.NewTracerProvider(trace.WithSyncer(exporter))
	otel.SetTracerProvider(provider)
	defer otel.SetTracerProvider(before)
	ctx, root := provider.Tracer("test").Start(t.Context(), t.Name())
	f(ctx)
	root.End()
	asked, ends := []string{}, Commits{}
	for _, s := range exporter.GetSpans() {
		if s.SpanContext.TraceID() != root.SpanContext().TraceID() || !strings.HasPrefix(s.Name, "db ") {
			continue
		}
		line := s.Name
		for _, a := range s.Attributes {
			switch a.Key {
			case "db.collection.name":
				line += " " + a.Value.AsString()
			case db.CommitKey:
				ends.All++
				if a.Value.AsBool() {
					ends.Waited++
				}
			}
		}
		if s.Name != "db commit" {
			asked = append(asked, line)
		}
	}
	return asked, ends
}
