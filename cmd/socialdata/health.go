package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

type healthCmd struct{}

// Run asks the process with the same settings whether it is ready; containers use it as their health check.
func (healthCmd) Run(ctx context.Context) error {
	cfg, err := readConfig()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return askHealth(ctx, cmp.Or(cfg.MetricsListen, cfg.WorkListen, cfg.Listen))
}

// askHealth fails unless /readyz at a listening address returns 200.
func askHealth(ctx context.Context, address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return errors.New("nothing answers at " + address)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %d", answer.StatusCode)
	}
	return nil
}
