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

// self is this program, to be started anew.
const self = "/proc/self/exe"

// init becomes the program of a run where this program was started to be confined: rules of the kernel are set by a process
// for itself.
func init() {
	if len(os.Args) > 3 && os.Args[0] == confinedName {
		fmt.Fprintln(os.Stderr, become(os.Args[1], os.Args[2:]))
		os.Exit(126)
	}
}

// become confines this process and replaces it; it returns only if that fails. A kernel that knows fewer rules, or none, applies
// what it knows.
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

// What every program needs to run: itself, libraries, certificates, fonts, and facts about the machine. /proc shows other
// processes' secrets to none that is confined.
var (
	systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/proc", "/sys/devices/system/cpu",
		"/etc/alternatives", "/etc/ssl", "/etc/ca-certificates", "/etc/pki", "/etc/fonts", "/etc/ld.so.conf.d"}
	systemFiles = []string{"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/hosts", "/etc/resolv.conf",
		"/etc/mime.types", "/dev/urandom", "/dev/random", "/dev/zero"}
)

// rules are what a confined run may reach.
func (c confinement) rules() []landlock.Rule {
	rules := []landlock.Rule{landlock.RODirs(systemFolders...).IgnoreIfMissing(), landlock.ROFiles(systemFiles...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null").IgnoreIfMissing(), landlock.ROFiles(c.Program).IgnoreIfMissing()}
	if python, err := filepath.Glob("/etc/python3*"); err == nil && len(python) > 0 {
		rules = append(rules, landlock.RODirs(python...).IgnoreIfMissing())
	}
	if real, err := filepath.EvalSymlinks(c.Program); err == nil {
		rules = append(rules, landlock.ROFiles(real).IgnoreIfMissing())
		environment := filepath.Dir(filepath.Dir(real)) // of Python, where the program is installed in one
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
	if c.Port > 0 {
		rules = append(rules, landlock.ConnectTCP(uint16(c.Port)))
	}
	return rules
}

// confine lets a command begin as this program, which confines itself first.
func confine(cmd *exec.Cmd, c Command) {
	if _, err := os.Stat(cmd.Path); err != nil {
		return // starting it says so
	}
	cmd.Args = append([]string{confinedName, c.describe(), cmd.Path}, cmd.Args[1:]...)
	cmd.Path = self
}

// alone gives a run a network namespace of its own, with nothing in it. That needs a user namespace, in which the run has no
// rights.
func alone(cmd *exec.Cmd) bool {
	cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
	return true
}
