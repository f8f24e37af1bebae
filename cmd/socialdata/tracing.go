package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.26.0"

	"socialdata/internal/collector"
)

// tracingWanted reads OpenTelemetry's own variables: an endpoint turns traces on, OTEL_SDK_DISABLED turns them off.
func tracingWanted() bool {
	return os.Getenv("OTEL_SDK_DISABLED") != "true" &&
		(os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != "")
}

// flushWithin is how long to wait for the last spans at the end.
const flushWithin = 2 * time.Second

// openTracing exports spans to the endpoint in the standard variables. If it does not respond, only spans are lost.
func (p *program) openTracing(ctx context.Context) error {
	if !tracingWanted() {
		return nil
	}
	to, err := collector.New(os.Getenv)
	if err != nil {
		return fmt.Errorf("the OTEL_EXPORTER_OTLP_… variables cannot be read: %w", err)
	}
	exporter, err := otlptrace.New(ctx, to)
	if err != nil {
		return err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) { p.log.Debug("spans were not sent") }))
	about, err := resource.New(ctx, resource.WithAttributes(semconv.ServiceName("socialdata"), semconv.ServiceVersion(version)), resource.WithFromEnv())
	if err != nil {
		return fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	p.traced = true
	p.closers = append(p.closers, func() error {
		ending, cancel := context.WithTimeout(context.Background(), flushWithin)
		defer cancel()
		_ = provider.Shutdown(ending)
		return nil
	})
	return nil
}
