package jobs

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"socialdata/models"
)

// startAttempt makes a span of one attempt of an import, the root of its trace: the queue carries an id and nothing else.
func startAttempt(ctx context.Context, run *models.Run) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/jobs").Start(ctx, "import", trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("socialdata.import", run.Import.ID), attribute.String("socialdata.workspace", run.Import.WorkspaceID),
		attribute.Int64("socialdata.attempt", run.Attempt.Number)))
}

func startStage(ctx context.Context, stage models.Stage) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/jobs").Start(ctx, string(stage))
}
