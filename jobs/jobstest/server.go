package jobstest

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Server is the Redis of a single test, which may pause, kill and restart it.
type Server struct {
	Client *redis.Client

	t      testing.TB
	bin    string
	socket string
	cmd    *exec.Cmd
}

// NewServer starts a new, empty Redis on a socket in a temporary directory; it skips the test if Redis is not installed.
func NewServer(t testing.TB) *Server {
	t.Helper()
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("redis-server is needed here")
		}
		t.Skip("no redis-server on PATH")
	}
	dir, err := os.MkdirTemp("", "rd")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, bin: bin, socket: filepath.Join(dir, "redis.sock")}
	s.Client = redis.NewClient(&redis.Options{Network: "unix", Addr: s.socket})
	t.Cleanup(func() {
		_ = s.Client.Close()
		s.Kill()
		_ = os.RemoveAll(dir)
	})
	s.Start()
	return s
}

// Start starts the server without data and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	s.cmd = exec.Command(s.bin, "--port", "0", "--unixsocket", s.socket, "--save", "", "--appendonly", "no", "--dir", filepath.Dir(s.socket))
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	if err := s.answering(); err != nil {
		s.t.Fatal(err)
	}
}

// Kill ends the server as a crash would; its data is lost.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	_ = os.Remove(s.socket)
}

// Pause makes the server hang: it accepts connections but answers nothing.
func (s *Server) Pause() { _ = s.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume ends a Pause.
func (s *Server) Resume() { _ = s.cmd.Process.Signal(syscall.SIGCONT) }

func (s *Server) answering() error {
	for range 200 {
		if conn, err := net.Dial("unix", s.socket); err == nil {
			_ = conn.Close()
			return s.Client.Ping(context.Background()).Err()
		}
		time.Sleep(25 * time.Millisecond)
	}
	return errors.New("redis-server did not start within 5 s")
}
