//go:build !linux

package modelstest

import "syscall"

// endsWithUs changes nothing: only Linux ends a server whose test was killed.
func endsWithUs(a *syscall.SysProcAttr) *syscall.SysProcAttr { return a }

// fastFolder is where temporary folders are made: the system's own place.
func fastFolder() string { return "" }
