//go:build unix

package web

import (
	"errors"
	"net"
	"syscall"
)

// hasLeft reports whether the other side has closed a connection. It does not consume any data.
func hasLeft(conn net.Conn) bool {
	socket, ok := conn.(syscall.Conn)
	if !ok {
		return false // a connection in tests
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	left := false
	err = raw.Control(func(fd uintptr) {
		var b [1]byte
		n, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		left = n == 0 && err == nil || errors.Is(err, syscall.ECONNRESET)
	})
	return left || err != nil // an error means that we closed it
}
