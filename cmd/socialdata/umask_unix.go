//go:build unix

package main

import "syscall"

// keepPrivate makes every new file accessible to its user only, even in a data directory that others can access.
func keepPrivate() { syscall.Umask(0o077) }
