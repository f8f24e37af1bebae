package media

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/httpx"
)

// ErrAddressRefused is wrapped by an error if the media host refused the address. Addresses are signed and expire:
// another one has to be read from the item again.
var ErrAddressRefused = errors.New("the media host refused the address")

var (
	errForbiddenAddress = errors.New("the address is not https on an allowed host")
	errTooManyRedirects = errors.New("too many redirects")
)

// timeoutError is the cause of a context that ended because of one of our limits.
type timeoutError struct{ limit time.Duration }

func (e timeoutError) Error() string { return "nothing came within " + e.limit.String() }

// diskError is a failure of the local disk, as opposed to the connection.
type diskError struct{ error }

// cutError is a body that ended early, or a connection that broke.
type cutError struct {
	error
	short bool // the server ended it cleanly
}

// downloadError converts an error of a download to a catalogue error.
func downloadError(ctx context.Context, err error) error {
	var (
		f    *apierror.Error
		late timeoutError
		disk diskError
	)
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &late), errors.As(context.Cause(ctx), &late):
		return apierror.Wrap(err, apierror.CodeNetworkTimeout, "timeoutMs", late.limit.Milliseconds())
	case errors.As(err, &disk):
		return apierror.Wrap(err, apierror.CodeStorageUnavailable).After(5 * time.Second)
	case errors.Is(err, errForbiddenAddress), errors.Is(err, errTooManyRedirects):
		return mediaMissing(err)
	}
	return apierror.Wrap(err, apierror.CodeNetworkTransport)
}

func mediaMissing(cause error) error {
	return apierror.Wrap(cause, apierror.CodeSourceChanged, "missing", []string{"media"})
}

// statusError returns the error for a status other than success. A refusal means that the address has expired or that
// the host blocks us, never that the item has no media.
func statusError(resp *http.Response) error {
	cause := errors.New("the media host answered " + strconv.Itoa(resp.StatusCode))
	refused := func(cause error, code apierror.Code, reason apierror.Reason) *apierror.Error {
		f := apierror.Wrap(cause, code)
		f.Evidence = &apierror.Evidence{Reason: reason, Status: resp.StatusCode, Marker: "HTTP " + strconv.Itoa(resp.StatusCode)}
		return f
	}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		return refused(cause, apierror.CodeRouteDegraded, apierror.TooManyRequests).After(httpx.RetryAfter(resp.Header))
	case resp.StatusCode >= 500:
		return refused(cause, apierror.CodeNetworkTransport, apierror.ServerError).After(httpx.RetryAfter(resp.Header))
	case resp.StatusCode >= 400:
		return refused(errors.Join(ErrAddressRefused, cause), apierror.CodeRouteDegraded, apierror.Refused)
	}
	return mediaMissing(cause)
}
