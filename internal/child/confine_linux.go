package child

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
)

// self is this program's executable.
const self = "/proc/self/exe"

// init turns this process into a run's program if it was started as confinedName: a process can only set the kernel's
// rules for itself.
func init() {
	if len(os.Args) > 3 && os.Args[0] == confinedName {
		fmt.Fprintln(os.Stderr, become(os.Args[1], os.Args[2:]))
		os.Exit(126)
	}
}

// become confines this process and executes the program; it returns only if that fails. An older kernel applies those
// rules that it supports.
func become(described string, command []string) error {
	var c confinement
	if err := json.Unmarshal([]byte(described), &c); err != nil {
		return err
	}
	if err := landlock.V11.BestEffort().Restrict(c.rules()...); err != nil {
		return fmt.Errorf("the run cannot be confined: %w", err)
	}
	return syscall.Exec(command[0], command, os.Environ())
}

// What every program needs: its own files, libraries, certificates, fonts, and facts about the machine. A confined
// process cannot see other processes' secrets in /proc.
var (
	systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/proc", "/sys/devices/system/cpu",
		"/etc/alternatives", "/etc/ssl", "/etc/ca-certificates", "/etc/pki", "/etc/fonts", "/etc/ld.so.conf.d"}
	systemFiles = []string{"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/hosts", "/etc/resolv.conf",
		"/etc/mime.types", "/dev/urandom", "/dev/random", "/dev/zero"}
)

// rules returns what a confined run may access.
func (c confinement) rules() []landlock.Rule {
	rules := []landlock.Rule{landlock.RODirs(systemFolders...).IgnoreIfMissing(), landlock.ROFiles(systemFiles...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null").IgnoreIfMissing(), landlock.ROFiles(c.Program).IgnoreIfMissing()}
	if python, err := filepath.Glob("/etc/python3*"); err == nil && len(python) > 0 {
		rules = append(rules, landlock.RODirs(python...).IgnoreIfMissing())
	}
	if real, err := filepath.EvalSymlinks(c.Program); err == nil {
		rules = append(rules, landlock.ROFiles(real).IgnoreIfMissing())
		environment := filepath.Dir(filepath.Dir(real)) // the Python environment, if the program is installed in one
		if _, err := os.Stat(filepath.Join(environment, "pyvenv.cfg")); err == nil {
			rules = append(rules, landlock.RODirs(environment))
		}
	}
	if c.Dir != "" {
		rules = append(rules, landlock.RWDirs(c.Dir))
	}
	if len(c.Reads) > 0 {
		rules = append(rules, landlock.ROFiles(c.Reads...))
	}
	if len(c.Folders) > 0 {
		rules = append(rules, landlock.RODirs(c.Folders...).IgnoreIfMissing())
	}
	if c.Sandbox {
		rules = append(rules, landlock.PathAccess(writeFile, "/proc"))
	}
	if c.Port > 0 {
		rules = append(rules, landlock.ConnectTCP(uint16(c.Port)))
	}
	return rules
}

// writeFile is the kernel's right to write to existing files (LANDLOCK_ACCESS_FS_WRITE_FILE). In /proc the kernel itself keeps a process
// from writing to those of others; the maps of a user namespace are its own.
const writeFile landlock.AccessFSSet = 1 << 1

// confine makes a command start this program, which confines itself first.
func confine(cmd *exec.Cmd, c Command) {
	if _, err := os.Stat(cmd.Path); err != nil {
		return // starting it returns the error
	}
	cmd.Args = append([]string{confinedName, c.describe(), cmd.Path}, cmd.Args[1:]...)
	cmd.Path = self
}

// alone gives a run an empty network namespace of its own. That requires a user namespace, in which the run has no rights.
func alone(cmd *exec.Cmd) bool {
	cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
	return true
}
