package sources

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// startCall starts a span for one upstream request. The span has the platform's host but not the path or query, which
// may contain a key. No trace headers are sent.
func startCall(ctx context.Context, req *http.Request) (context.Context, trace.Span) {
	return otel.Tracer("socialdata/sources").Start(ctx, req.Method+" upstream", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("http.request.method", req.Method), attribute.String("server.address", req.URL.Hostname())))
}

func failCall(span trace.Span) { span.SetStatus(codes.Error, "no answer") }

func answerCall(span trace.Span, status int) {
	span.SetAttributes(attribute.Int("http.response.status_code", status))
}
