//go:build unix

package web

import (
	"errors"
	"net"
	"syscall"
)

// hasLeft reports whether the other side has closed a connection. Nothing is read from it.
func hasLeft(conn net.Conn) bool {
	socket, ok := conn.(syscall.Conn)
	if !ok {
		return false // a connection of a test
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
	return left || err != nil // closed by ourselves
}
