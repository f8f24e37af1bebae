package modelstest

import "syscall"

// endsWithUs lets the kernel end a server whose test was killed.
func endsWithUs(a *syscall.SysProcAttr) *syscall.SysProcAttr {
	a.Pdeathsig = syscall.SIGTERM
	return a
}
