package jobs

import (
	"context"

	"github.com/hibiken/asynq"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"socialdata/models/imports"
)

// headers say in a task which trace it belongs to.
func headers(ctx context.Context) map[string]string {
	carrier := propagation.MapCarrier{}
	otel.GetTextMapPropagator().Inject(ctx, carrier)
	return carrier
}

// continueTrace returns a context in the trace of the task's sender. What repair sends begins a trace of its own.
func continueTrace(ctx context.Context, t *asynq.Task) context.Context {
	return otel.GetTextMapPropagator().Extract(ctx, propagation.MapCarrier(t.Headers()))
}

// startAttempt makes a span of one attempt of an import.
func startAttempt(ctx context.Context, run *imports.Run) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/jobs").Start(ctx, "import", trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("socialdata.import", run.Import.ID), attribute.String("socialdata.workspace", run.Import.WorkspaceID),
		attribute.Int64("socialdata.attempt", run.Attempt.Number)))
}

func startStage(ctx context.Context, stage imports.Stage) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/jobs").Start(ctx, string(stage))
}
