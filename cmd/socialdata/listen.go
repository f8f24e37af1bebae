package main

import (
	"errors"
	"fmt"
	"net"
	"syscall"

	"socialdata/web"
)

// listener returns the whole server at SOCIALDATA_LISTEN, or for a worker only health at SOCIALDATA_WORK_LISTEN. Without
// that address a worker listens nowhere, so that it can run beside `web` with the same settings.
func (p *program) listener(serve bool) (*web.Server, net.Listener, error) {
	server, address := web.NewHealth(p.checks(true), p.log), p.cfg.WorkListen
	if serve {
		var err error
		if p.tests, err = newTestSite(p); err != nil {
			return nil, nil, err
		}
		if server, err = p.web(); err != nil {
			return nil, nil, err
		}
		address = p.cfg.Listen
	}
	if address == "" {
		return server, nil, nil
	}
	l, err := listen(address)
	return server, l, err
}

func closeListener(l net.Listener) error {
	if l == nil {
		return nil
	}
	return l.Close()
}

// listen returns a readable error if it is not possible to listen at an address.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		err = fmt.Errorf("%s is in use: another process listens there; SOCIALDATA_LISTEN names another address, such as 127.0.0.1:8090 (`web`, `work` and SOCIALDATA_METRICS_LISTEN need one each)", address)
	case err != nil:
		err = fmt.Errorf("nothing can listen at %s: %s", address, innermost(err))
	}
	return l, err
}
