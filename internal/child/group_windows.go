package child

import "os/exec"

// inGroup leaves the run as it is: the end of its time kills the program alone. Nothing runs here before there is a prlimit
// for Windows.
func inGroup(*exec.Cmd) {}
