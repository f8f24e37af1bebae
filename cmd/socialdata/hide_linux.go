package main

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// hide keeps the settings from other processes of the same user, such as the programs that decode media: the environment that
// /proc shows is overwritten, and this process cannot be read or traced by them. Our own copy of the environment stays. No
// core is dumped from now on. What does not work here is left as it is: the programs are confined besides.
func hide() {
	wipeEnvironment()
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}

// The fields of /proc/self/stat that say where the environment lies in memory, counted behind the name of the program.
const (
	environmentStart = 50 - 3
	environmentEnd   = 51 - 3
)

// mostEnvironment bounds what is overwritten; a kernel takes no larger environment.
const mostEnvironment = 8 << 20

// wipeEnvironment overwrites the environment that the kernel gave to this process. Go has copied it.
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
