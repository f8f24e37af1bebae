//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// inGroup gives a run a process group of its own, all of which is killed at its end.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
