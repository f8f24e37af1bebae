package main

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"socialdata/internal/testkit"
)

// TestSettingsAreHiddenFromOtherProcesses runs the program as an unprivileged user with secrets in its environment, and looks at
// it as root and as that user: the one sees that they were overwritten, the other nothing.
func TestSettingsAreHiddenFromOtherProcesses(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root starts processes as somebody else")
	}
	const nobody = 65534
	as := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	binary, data := t.TempDir(), t.TempDir()
	for folder := binary; folder != "/tmp" && folder != "/"; folder = folder[:strings.LastIndexByte(folder, '/')] {
		testkit.Must(t, os.Chmod(folder, 0o755))
	}
	testkit.Must(t, os.Chown(data, nobody, nobody))
	program := binary + "/socialdata"
	testkit.Must(t, os.WriteFile(program, must(os.ReadFile(must(os.Executable()))), 0o755))
	port := freePort(t)
	c := exec.Command(program, "serve")
	c.Dir, c.SysProcAttr = "/", as
	c.Env = []string{asProgram + "=1", "PATH=" + os.Getenv("PATH"), "SOCIALDATA_DATA_DIR=" + data, "SOCIALDATA_LISTEN=127.0.0.1:" + port, "SOCIALDATA_SETUP_TOKEN=hush hush",
		"SOCIALDATA_LOG_LEVEL=error"}
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	testkit.Must(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	answersWith(t, "http://127.0.0.1:"+port+"/readyz", http.StatusOK)
	path := "/proc/" + strconv.Itoa(c.Process.Pid) + "/environ"
	if raw := must(os.ReadFile(path)); bytes.Contains(raw, []byte("hush")) || len(bytes.Trim(raw, "\x00")) > 0 {
		t.Errorf("the environment is %q", raw)
	}
	other := exec.Command("cat", path)
	other.SysProcAttr = as
	if out, err := other.CombinedOutput(); err == nil {
		t.Errorf("another process of the user reads %q", out)
	}
}
