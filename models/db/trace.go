package db

import (
	"context"
	"errors"
	"regexp"
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
		if g, is := tx.Statement.ConnPool.(*gathered); is && g.took {
			return // it has not run: it is part of a statement that is traced when it is sent
		}
		if span, ok := tx.InstanceGet(spanKey); ok {
			if !isTx(tx) && writes.MatchString(tx.Statement.SQL.String()) {
				span.(trace.Span).SetAttributes(commits(tx))
			}
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

// CommitKey is the attribute of spans at whose end something is committed: of commits, and of writes that are no part of a transaction.
// It is true if the commit waits for the disk.
const CommitKey = "socialdata.commit"

// writes matches statements that write.
var writes = regexp.MustCompile(`(^|\()(INSERT|UPDATE|DELETE)\b`)

type quickKey struct{} // of contexts whose commits do not wait for the disk; the value says whether the database was told

func commits(tx *gorm.DB) attribute.KeyValue {
	return attribute.Bool(CommitKey, tx.Statement.Context.Value(quickKey{}) == nil)
}

// startCommit begins the span of the commit of a transaction; nil outside a trace.
func startCommit(tx *gorm.DB) trace.Span {
	if !trace.SpanFromContext(tx.Statement.Context).IsRecording() {
		return nil
	}
	_, span := StartStatement(tx.Statement.Context, "COMMIT")
	span.SetAttributes(commits(tx))
	return span
}

// StartStatement begins the span of a statement.
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
