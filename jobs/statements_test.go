package jobs_test

import (
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"socialdata/models"
)

// mostStatements is what an import without media may ask of the database, from its delivery to its end. Begin and commit
// of a transaction are not counted.
const mostStatements = 49

// TestAnImportAsksTheDatabaseLittle counts the spans of statements under one import.
func TestAnImportAsksTheDatabaseLittle(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	provider := trace.NewTracerProvider(trace.WithSyncer(spans))
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(provider)
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	each(t, func(t *testing.T, b *bench) {
		id := b.accept(t, models.ProfileNone, false)
		ctx, root := provider.Tracer("test").Start(t.Context(), t.Name())
		if err := b.Store.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		if err := b.Run(ctx, id); err != nil {
			t.Fatal(err)
		}
		root.End()
		asked := []string{}
		for _, s := range spans.GetSpans() {
			if s.SpanContext.TraceID() == root.SpanContext().TraceID() && strings.HasPrefix(s.Name, "db ") {
				asked = append(asked, s.Name)
			}
		}
		if len(asked) == 0 || len(asked) > mostStatements {
			t.Errorf("%d statements, at most %d may be: %v", len(asked), mostStatements, asked)
		}
		t.Logf("%d statements", len(asked))
	})
}
