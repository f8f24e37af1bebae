package jobs_test

import (
	"log/slog"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/imports"
)

// TestTraceContinuesInImport sends an import from within a trace: what the worker does must belong to it.
func TestTraceContinuesInImport(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	provider := trace.NewTracerProvider(trace.WithSyncer(exporter))
	was, carried := otel.GetTracerProvider(), otel.GetTextMapPropagator()
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	t.Cleanup(func() { otel.SetTracerProvider(was); otel.SetTextMapPropagator(carried) })
	each(t, func(t *testing.T, b *bench) {
		log, queue := slog.New(slog.DiscardHandler), jobstest.InProcess(t).Options()
		client := jobs.NewClient(queue, b.Store, log)
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue, Store: b.Store, Importer: b.Importer, Log: log,
			Repair: &jobs.Repair{Store: b.Store, Client: client, Media: b.media, Log: log}})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		ctx, request := provider.Tracer("test").Start(t.Context(), t.Name())
		id := b.acceptIn(ctx, t, imports.ProfileNone, false)
		client.Deliver(ctx, id)
		request.End()
		testkit.Eventually(t, "the import succeeds", func() bool { return b.find(t, id).State == imports.Succeeded })
		w.Shutdown()
		_ = client.Close()
		found := map[string]bool{}
		for _, s := range exporter.GetSpans() {
			if s.SpanContext.TraceID() == request.SpanContext().TraceID() {
				found[s.Name] = true
			}
		}
		for _, name := range []string{"import", string(imports.StageFetchSource), "db update"} {
			if !found[name] {
				t.Errorf("the trace has no span %q: %v", name, found)
			}
		}
	})
}
