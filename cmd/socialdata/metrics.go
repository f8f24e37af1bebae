package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models"
)

// metrics count what this process does; the state of the installation is read from the database at a scrape. Label
// values are fixed words: patterns, ids of routes, codes; never an address, a customer's id or a secret.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	answered *prometheus.HistogramVec
	lookups  *prometheus.CounterVec
	upstream *prometheus.HistogramVec
	attempts *prometheus.CounterVec
	tries    *prometheus.HistogramVec
	sent     *prometheus.CounterVec
	mails    *prometheus.CounterVec
	watched  *prometheus.CounterVec
	unlogged prometheus.Counter
}

// upstreamBuckets returns buckets in seconds.
func upstreamBuckets() []float64 { return []float64{.05, .1, .25, .5, 1, 2, 5, 10, 30} }

func newMetrics(store *models.Store) *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "socialdata_" + name, Help: help}, labels)
	}
	seconds := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "socialdata_" + name, Help: help, Buckets: buckets}, labels)
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: counter("requests_total", "Requests answered, by pattern, status and code of the error.", "method", "route", "status", "code"),
		answered: seconds("request_seconds", "Time to an answer, by pattern.", prometheus.DefBuckets, "route"),
		lookups:  counter("lookups_total", "Lookups by platform, operation, source route and how they ended: stored, live or a code.", "platform", "operation", "route", "outcome"),
		upstream: seconds("upstream_seconds", "Time of one operation on a source route.", upstreamBuckets(), "route", "operation", "outcome"),
		attempts: counter("import_attempts_total", "Attempts of imports by the source route and how they ended.", "route", "outcome"),
		tries:    seconds("import_attempt_seconds", "Time of one attempt of an import.", []float64{.1, .5, 1, 5, 15, 60, 300, 1200}, "outcome"),
		sent:     counter("deliveries_total", "Attempts to tell an endpoint of an event, by how they ended: ok or why not.", "outcome"),
		mails:    counter("alert_mails_total", "Attempts to send an alert or a digest by e-mail, by how they ended: ok or failed.", "outcome"),
		watched:  counter("watch_runs_total", "Runs of watches, by how they ended: ok or an error's code.", "outcome"),
	}
	m.unlogged = prometheus.NewCounter(prometheus.CounterOpts{Name: "socialdata_request_log_dropped_total",
		Help: "Lines of the request log that were dropped, because the database was too slow or did not answer."})
	m.registry.MustRegister(m.unlogged, m.requests, m.answered, m.lookups, m.upstream, m.attempts, m.tries, m.sent, m.mails, m.watched, &installation{store},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// LookupEnded implements lookup.Observer.
func (m *metrics) LookupEnded(p content.Platform, op sources.Operation, route, outcome string) {
	m.lookups.WithLabelValues(string(p), string(op), route, outcome).Inc()
}

// CallEnded implements lookup.Observer.
func (m *metrics) CallEnded(route string, op sources.Operation, outcome string, took time.Duration) {
	m.upstream.WithLabelValues(route, string(op), outcome).Observe(took.Seconds())
}

// request counts an answer.
func (m *metrics) request(method, route string, status int, code string, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status), code).Inc()
	m.answered.WithLabelValues(route).Observe(took.Seconds())
}

// attempt counts an attempt of an import.
func (m *metrics) attempt(route, outcome string, took time.Duration) {
	m.attempts.WithLabelValues(route, outcome).Inc()
	m.tries.WithLabelValues(outcome).Observe(took.Seconds())
}

// watchRun counts a run of a watch.
func (m *metrics) watchRun(outcome string) { m.watched.WithLabelValues(outcome).Inc() }

// delivery counts an attempt to deliver an event to an endpoint.
func (m *metrics) delivery(outcome string) { m.sent.WithLabelValues(outcome).Inc() }

// mail counts an attempt to send an alert to an owner.
func (m *metrics) mail(outcome string) { m.mails.WithLabelValues(outcome).Inc() }

// serve serves metrics and health on a listener of its own until stop: the metrics must not be public, and a caller that
// uses all connections of the main listener must not make the process look dead.
func (m *metrics) serve(address string, health http.Handler) (stop func() error, err error) {
	l, err := listen(address)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second}))
	mux.Handle("GET /healthz", health)
	mux.Handle("GET /readyz", health)
	srv := &http.Server{Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 15 * time.Second, MaxHeaderBytes: 16 << 10}
	go func() { _ = srv.Serve(l) }()
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := srv.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		return srv.Close()
	}, nil
}
