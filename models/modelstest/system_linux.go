package modelstest

import "syscall"

// endsWithUs makes the kernel stop the server if its test is killed.
func endsWithUs(a *syscall.SysProcAttr) *syscall.SysProcAttr {
	a.Pdeathsig = syscall.SIGTERM
	return a
}

// roomInMemory is the space that the directories of one test process may need.
const roomInMemory = 2 << 30

// fastFolder returns where temporary directories are made: in memory if there is space, else "" for the system's default.
func fastFolder() string {
	const memory = "/dev/shm"
	var s syscall.Statfs_t
	if err := syscall.Statfs(memory, &s); err != nil || s.Bavail*uint64(s.Bsize) < roomInMemory {
		return ""
	}
	return memory
}
