package accounts

import (
	"context"
	"strings"
)

// Device is the browser and network address of a sign-in, shown so that people recognise their sessions.
type Device struct {
	UserAgent string // the User-Agent header, unchecked
	Address   string // an IPv4 address, or the /64 network of an IPv6 one
}

type deviceKey struct{}

// maxUserAgent is the longest User-Agent that is stored, in bytes.
const maxUserAgent = 512

// WithDevice returns a context with the device of a request.
func WithDevice(ctx context.Context, d Device) context.Context {
	d.UserAgent = strings.ReplaceAll(strings.ToValidUTF8(d.UserAgent[:min(len(d.UserAgent), maxUserAgent)], ""), "\x00", "")
	return context.WithValue(ctx, deviceKey{}, d)
}

// DeviceOf returns the device of a context; the zero value if it has none.
func DeviceOf(ctx context.Context) Device {
	d, _ := ctx.Value(deviceKey{}).(Device)
	return d
}
