package web

import (
	"github.com/gofiber/fiber/v2"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// traceRequest creates a span for a request, within the caller's trace if it names one. The span contains the route's
// pattern and never the URL, which may contain secrets.
func (s *Server) traceRequest(c *fiber.Ctx) error {
	parent := otel.GetTextMapPropagator().Extract(c.UserContext(), propagation.MapCarrier{
		"traceparent": c.Get("Traceparent"), "tracestate": c.Get("Tracestate"),
	})
	ctx, span := otel.Tracer("socialdata/web").Start(parent, c.Method(), trace.WithSpanKind(trace.SpanKindServer))
	defer span.End()
	c.SetUserContext(ctx)
	err := c.Next()
	route := c.Route().Path
	span.SetName(c.Method() + " " + route)
	span.SetAttributes(attribute.String("http.route", route), attribute.String("http.request.method", c.Method()),
		attribute.Int("http.response.status_code", c.Response().StatusCode()), attribute.String("socialdata.request_id", requestID(c)),
		attribute.String("socialdata.code", codeOf(c)), attribute.String("socialdata.workspace", workspaceOf(c)))
	if c.Response().StatusCode() >= fiber.StatusInternalServerError {
		span.SetStatus(codes.Error, codeOf(c))
	}
	return err
}
