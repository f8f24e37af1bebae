package modelstest

import "syscall"

// endsWithUs lets the kernel end a server whose test was killed.
func endsWithUs(a *syscall.SysProcAttr) *syscall.SysProcAttr {
	a.Pdeathsig = syscall.SIGTERM
	return a
}

// roomInMemory is what the folders of one test process may take.
const roomInMemory = 2 << 30

// fastFolder is where temporary folders are made: in memory where there is room, "" for the system's own place.
func fastFolder() string {
	const memory = "/dev/shm"
	var s syscall.Statfs_t
	if err := syscall.Statfs(memory, &s); err != nil || s.Bavail*uint64(s.Bsize) < roomInMemory {
		return ""
	}
	return memory
}
