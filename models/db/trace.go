package db

import (
	"context"
	"errors"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"gorm.io/gorm"
)

// spanKey is the statement setting that holds its span until the end.
const spanKey = "socialdata:span"

// traceStatements adds a span to every GORM statement inside a trace. A span has the kind of statement and the table,
// never the values.
func traceStatements(g *gorm.DB) error {
	begin := func(kind string) func(*gorm.DB) {
		return func(tx *gorm.DB) {
			if tx.DryRun || !trace.SpanFromContext(tx.Statement.Context).IsRecording() {
				return
			}
			_, span := StartStatement(tx.Statement.Context, kind)
			tx.InstanceSet(spanKey, span)
		}
	}
	end := func(tx *gorm.DB) {
		if span, ok := tx.InstanceGet(spanKey); ok {
			span.(trace.Span).SetAttributes(attribute.String("db.collection.name", tx.Statement.Table))
			endStatement(span.(trace.Span), tx.Error)
		}
	}
	c := g.Callback()
	return errors.Join(
		c.Create().Before("*").Register("trace:begin", begin("INSERT")), c.Create().After("*").Register("trace:end", end),
		c.Query().Before("*").Register("trace:begin", begin("SELECT")), c.Query().After("*").Register("trace:end", end),
		c.Update().Before("*").Register("trace:begin", begin("UPDATE")), c.Update().After("*").Register("trace:end", end),
		c.Delete().Before("*").Register("trace:begin", begin("DELETE")), c.Delete().After("*").Register("trace:end", end),
		c.Row().Before("*").Register("trace:begin", begin("ROW")), c.Row().After("*").Register("trace:end", end),
		c.Raw().Before("*").Register("trace:begin", begin("RAW")), c.Raw().After("*").Register("trace:end", end),
	)
}

func StartStatement(ctx context.Context, kind string) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/models").Start(ctx, "db "+strings.ToLower(kind), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("db.operation.name", kind)))
}

func endStatement(span trace.Span, err error) {
	if err != nil && !errors.Is(err, gorm.ErrRecordNotFound) {
		span.SetStatus(codes.Error, "the statement failed") // the cause may hold values
	}
	span.End()
}
