package engine

import (
	"context"
	"errors"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/child"
	"socialdata/internal/tunnel"
)

// exitUsage is the program's exit code for unknown arguments: our mistake, or the program has changed.
const exitUsage = 2

// errProxyRefused is the error of a run that tried to reach another host.
var errProxyRefused = errors.New("the engine asked for a host that is not the platform's")

// failure converts the end of a run to an error. The program's messages may contain addresses, so they are only in the
// cause, which is redacted before it is logged.
func (r reader) failure(err error, p *tunnel.Proxy) error {
	var failed *child.Failure
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, child.ErrBound):
		return apierror.Wrap(err, apierror.CodeNetworkTimeout, "timeoutMs", r.engine.o.Timeout.Milliseconds())
	case !errors.As(err, &failed), failed.Code == exitUsage:
		return apierror.Wrap(err, apierror.CodeInternalError)
	}
	f := r.read(failed.Messages)
	f.Cause = err
	if f.Code == apierror.CodeNetworkTransport && p.Refused() {
		f.Cause = errProxyRefused
	}
	return f
}

// signs maps texts in the program's messages to errors; the first match counts. "Video unavailable" is not listed: it is
// shown for blocked requests as well as for missing videos.
var signs = []struct {
	code  apierror.Code
	words []string
}{
	{apierror.CodeRouteDegraded, []string{
		"not a bot", "captcha", "rate-limit", "HTTP Error 429", "exceeded the rate", "empty media response", "login page", "requiring login", "login required",
		"IP address is blocked", "Unexpected response from webpage request", "needs to be reloaded", "HTTP Error 403", "HTTP Error 401",
	}},
	{apierror.CodeUnavailablePrivate, []string{
		"Private video", "video is private", "account is private", "do not have permission to view this post", "only available for registered users who follow",
	}},
	{apierror.CodeUnavailableRestricted, []string{
		"in your country", "might want to use a VPN", "confirm your age", "inappropriate for some users", "not be comfortable for some audiences",
		"isContentClassified", "Restricted Video", "members", "requires payment", "Premium",
	}},
	{apierror.CodeUnavailableRemoved, []string{"has been removed", "been terminated", "no longer available", "removed by the uploader"}},
	{apierror.CodeNetworkTransport, []string{"ProxyError", "Tunnel connection failed", "CONNECT tunnel failed", "timed out", "HTTP Error 5", "Connection reset", "Remote end closed"}},
	{apierror.CodeSourceChanged, []string{"Unable to extract", "No video formats found", "Requested format is not available", "Unable to parse"}},
}

// read converts the program's messages to an error.
func (r reader) read(messages string) *apierror.Error {
	text := strings.ToLower(strings.ReplaceAll(messages, "’", "'"))
	for _, sign := range signs {
		for _, words := range sign.words {
			if !strings.Contains(text, strings.ToLower(words)) {
				continue
			}
			if sign.code == apierror.CodeSourceChanged {
				return apierror.New(sign.code, "missing", []string{"an engine that knows the platform of today (this one is of " + r.engine.Version() + ")"})
			}
			return apierror.New(sign.code)
		}
	}
	return apierror.New(apierror.CodeRouteDegraded)
}
