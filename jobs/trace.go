package jobs

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"socialdata/models/imports"
)

// traceparent is the header in which W3C Trace Context names a trace and a span.
const traceparent = "traceparent"

// traceOf returns the trace of a request as an import stores it; "" if it has none.
func traceOf(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	otel.GetTextMapPropagator().Inject(ctx, carrier)
	return carrier[traceparent]
}

// startAttempt makes a span of one attempt of an import, in the trace of the request that made the import.
func startAttempt(ctx context.Context, run *imports.Run) (context.Context, trace.Span) {
	ctx = otel.GetTextMapPropagator().Extract(ctx, propagation.MapCarrier{traceparent: run.Import.Trace})
	return otel.Tracer("socialdata/jobs").Start(ctx, "import", trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("socialdata.import", run.Import.ID), attribute.String("socialdata.workspace", run.Import.WorkspaceID),
		attribute.Int64("socialdata.attempt", run.Attempt.Number)))
}

func startStage(ctx context.Context, stage imports.Stage) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/jobs").Start(ctx, string(stage))
}
