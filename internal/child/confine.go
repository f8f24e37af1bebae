package child

import (
	"encoding/json"
	"os/exec"
	"strconv"
)

// confinedName is what this program is called when it is started to confine itself and then become the program of a run.
const confinedName = "confined-run"

// confinement is what a run may reach besides the system's own programs and libraries.
type confinement struct {
	Dir     string   // read and written
	Reads   []string // files
	Program string   // read, with what lies beside it
	Port    int      // of TCP, to connect to; 0 is no network
}

// start starts a run: confined by the kernel where it can, in a network of its own where that is to be had.
func start(build func() *exec.Cmd, c Command) (*exec.Cmd, error) {
	cmd := build()
	confine(cmd, c)
	if c.Port == 0 && alone(cmd) {
		if err := cmd.Start(); err == nil {
			return cmd, nil
		}
		cmd = build() // namespaces may be forbidden here; without one Landlock still holds
		confine(cmd, c)
	}
	return cmd, cmd.Start()
}

// describe is the confinement of a run as an argument.
func (c Command) describe() string {
	text, err := json.Marshal(confinement{Dir: c.Dir, Reads: c.Reads, Program: c.Program, Port: c.Port})
	if err != nil {
		return strconv.Itoa(c.Port) // cannot happen: texts and a number
	}
	return string(text)
}
