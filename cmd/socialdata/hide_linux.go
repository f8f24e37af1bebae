package main

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// hide protects the settings from other processes of the same user, such as the programs that decode media: it overwrites
// the environment shown in /proc, and makes this process unreadable and untraceable for them, without core dumps. Go's
// own copy of the environment is kept. Steps that fail are skipped, because those programs are confined anyway.
func hide() {
	wipeEnvironment()
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}

// The fields of /proc/self/stat with the addresses of the environment, counted after the program's name.
const (
	environmentStart = 50 - 3
	environmentEnd   = 51 - 3
)

// mostEnvironment limits what is overwritten; Linux accepts no larger environment.
const mostEnvironment = 8 << 20

// wipeEnvironment overwrites the environment that the kernel passed to this process. Go has already copied it.
func wipeEnvironment() {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= environmentEnd {
		return
	}
	start, err1 := strconv.ParseInt(string(fields[environmentStart]), 10, 64)
	end, err2 := strconv.ParseInt(string(fields[environmentEnd]), 10, 64)
	if err1 != nil || err2 != nil || start <= 0 || end <= start || end-start > mostEnvironment {
		return
	}
	memory, err := os.OpenFile("/proc/self/mem", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	_, _ = memory.WriteAt(make([]byte, end-start), start)
	_ = memory.Close()
}
