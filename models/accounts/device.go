package accounts

import (
	"context"
	"strings"
)

// Device is the browser and system that a person signs in from, so that they can tell their sessions apart.
type Device struct {
	UserAgent string // as the browser names itself: anything may stand here
	Address   string // an IPv4 address, or the /64 network of an IPv6 one
}

type deviceKey struct{}

// maxUserAgent bounds what is kept of a browser's own name, in bytes.
const maxUserAgent = 512

// WithDevice returns a context that knows the device of a request.
func WithDevice(ctx context.Context, d Device) context.Context {
	d.UserAgent = strings.ReplaceAll(strings.ToValidUTF8(d.UserAgent[:min(len(d.UserAgent), maxUserAgent)], ""), "\x00", "")
	return context.WithValue(ctx, deviceKey{}, d)
}

// DeviceOf returns the device of a context; the zero value if none is known.
func DeviceOf(ctx context.Context) Device {
	d, _ := ctx.Value(deviceKey{}).(Device)
	return d
}
