//go:build unix

package main

import "syscall"

// keepPrivate lets every file that this process makes be its user's alone, in a data folder that others may enter, too.
func keepPrivate() { syscall.Umask(0o077) }
