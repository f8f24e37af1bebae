package jobs_test

import (
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	spans "go.opentelemetry.io/otel/trace"

	"socialdata/models"
)

// mostStatements is what an import without media may ask of the database, from its POST to its end. Begin and commit of a
// transaction are not counted.
const mostStatements = 25 // 24, and one for tags

// TestAnImportAsksTheDatabaseLittle counts the spans of statements under one import.
func TestAnImportAsksTheDatabaseLittle(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	provider := trace.NewTracerProvider(trace.WithSyncer(exporter))
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(provider)
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	each(t, func(t *testing.T, b *bench) {
		ctx, root := provider.Tracer("test").Start(t.Context(), t.Name())
		id := b.acceptIn(ctx, t, models.ProfileNone, false)
		if err := b.Store.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		if err := b.Run(ctx, id); err != nil {
			t.Fatal(err)
		}
		root.End()
		if d := b.find(t, id); d.State != models.ImportSucceeded {
			t.Fatalf("the import %s", d.State)
		}
		asked := statementsOf(exporter.GetSpans(), root.SpanContext().TraceID())
		if len(asked) < 10 || len(asked) > mostStatements {
			t.Errorf("%d statements, at most %d may be:\n%s", len(asked), mostStatements, strings.Join(asked, "\n"))
		}
		t.Logf("%d statements", len(asked))
	})
}

// statementsOf are the statements of a trace, each with its table.
func statementsOf(all tracetest.SpanStubs, id spans.TraceID) []string {
	asked := []string{}
	for _, s := range all {
		if s.SpanContext.TraceID() != id || !strings.HasPrefix(s.Name, "db ") {
			continue
		}
		line := s.Name
		for _, a := range s.Attributes {
			if a.Key == "db.collection.name" {
				line += " " + a.Value.AsString()
			}
		}
		asked = append(asked, line)
	}
	return asked
}
