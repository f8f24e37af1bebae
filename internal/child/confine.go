package child

import (
	"encoding/json"
	"os/exec"
	"strconv"
)

// confinedName is the name under which this program starts itself to set up the confinement and then execute a run's program.
const confinedName = "confined-run"

// confinement is what a run may access in addition to the system's own programs and libraries.
type confinement struct {
	Dir     string   // readable and writable
	Reads   []string // files
	Folders []string // readable
	Sandbox bool     // may write to its own files in /proc
	Program string   // readable, with the files beside it
	Port    int      // TCP port to connect to; 0 means no network
}

// start starts a run, confined by the kernel and in its own network namespace if these are available.
func start(build func() *exec.Cmd, c Command) (*exec.Cmd, error) {
	cmd := build()
	confine(cmd, c)
	if c.Port == 0 && alone(cmd) {
		if err := cmd.Start(); err == nil {
			return cmd, nil
		}
		cmd = build() // namespaces may be forbidden here; Landlock still works without one
		confine(cmd, c)
	}
	return cmd, cmd.Start()
}

// describe encodes the confinement of a run as an argument.
func (c Command) describe() string {
	text, err := json.Marshal(confinement{Dir: c.Dir, Reads: c.Reads, Folders: c.Folders, Sandbox: c.Sandbox, Program: c.Program, Port: c.Port})
	if err != nil {
		return strconv.Itoa(c.Port) // unreachable: strings and a number can be encoded
	}
	return string(text)
}
