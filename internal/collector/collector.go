// Package collector sends spans to the operator's OpenTelemetry collector. It imports nothing of ours, reads no
// environment by itself, and asks no other host.
package collector

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Client sends spans by OTLP over HTTP as protobuf, once: they may be lost. OpenTelemetry's own client tries again, but
// links all of gRPC.
type Client struct {
	address string
	headers http.Header // may hold a secret
	client  http.Client
}

// New returns a client as the variables OTEL_EXPORTER_OTLP_ENDPOINT, …_HEADERS and …_TIMEOUT say, and those for traces
// alone, which come first: https://opentelemetry.io/docs/specs/otel/protocol/exporter. Its error quotes none of them.
func New(variable func(name string) string) (*Client, error) {
	set := func(name string) string {
		return cmp.Or(variable("OTEL_EXPORTER_OTLP_TRACES_"+name), variable("OTEL_EXPORTER_OTLP_"+name))
	}
	c := Client{headers: http.Header{"Content-Type": {"application/x-protobuf"}}, address: variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")}
	if c.address == "" {
		c.address = strings.TrimSuffix(variable("OTEL_EXPORTER_OTLP_ENDPOINT"), "/") + "/v1/traces"
	}
	if at, err := url.Parse(c.address); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, errors.New("the endpoint is not an http or https address")
	}
	for pair := range strings.SplitSeq(set("HEADERS"), ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(value)
		if !ok || err != nil {
			return nil, errors.New("the headers are not name=value, separated by commas")
		}
		c.headers.Set(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.client.Timeout = 10 * time.Second
	if said := set("TIMEOUT"); said != "" {
		ms, err := strconv.Atoi(said)
		if err != nil || ms <= 0 {
			return nil, errors.New("the timeout is not a number of milliseconds")
		}
		c.client.Timeout = time.Duration(ms) * time.Millisecond
	}
	return &c, nil
}

// Start does nothing: the first spans open the connection.
func (c *Client) Start(context.Context) error { return nil }

// Stop closes the connections that are idle.
func (c *Client) Stop(context.Context) error {
	c.client.CloseIdleConnections()
	return nil
}

// UploadTraces sends spans once. TracesData is on the wire what the collector's service calls its request, and does not
// bring gRPC with it.
func (c *Client) UploadTraces(ctx context.Context, batch []*spans.ResourceSpans) error {
	raw, err := proto.Marshal(&spans.TracesData{ResourceSpans: batch})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header = c.headers.Clone()
	r, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = r.Body.Close() }()
	_, _ = io.CopyN(io.Discard, r.Body, 64<<10) // so that the connection is used again
	if r.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered %s", r.Status)
	}
	return nil
}
