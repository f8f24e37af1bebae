//go:build !linux

package modelstest

import "syscall"

// endsWithUs does nothing: only Linux can stop a server whose test is killed.
func endsWithUs(a *syscall.SysProcAttr) *syscall.SysProcAttr { return a }

// fastFolder returns "", the system's default for temporary directories.
func fastFolder() string { return "" }
