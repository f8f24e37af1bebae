package modelstest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// instance is the temporary PostgreSQL of this test process.
var instance = &postgres{}

type postgres struct {
	once   sync.Once
	onDisk bool
	dir    string
	bin    string
	as     *syscall.Credential
	cmd    *exec.Cmd
	url    string
	err    error
}

// start creates a cluster in a temporary directory, in memory if there is space, and runs it on a socket there. If we
// are root, it runs as an ordinary user, because PostgreSQL refuses to run as root.
func (p *postgres) start() (string, error) {
	p.once.Do(func() { p.url, p.err = p.launch() })
	return p.url, p.err
}

func (p *postgres) launch() (string, error) {
	bin, err := postgresFolder()
	if err != nil {
		return "", err
	}
	in := fastFolder()
	if p.onDisk {
		in = ""
	}
	if p.dir, err = os.MkdirTemp(in, "pg"); err != nil {
		return "", err
	}
	as, err := ordinaryUser(p.dir)
	if err != nil {
		return "", err
	}
	data := filepath.Join(p.dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = &syscall.SysProcAttr{Credential: as}, p.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %w: %s", err, out)
	}
	p.bin, p.as = bin, as
	p.url = "postgres://test@/postgres?host=" + p.dir
	return p.url, p.serve()
}

// serve starts the server on the directory and waits until it answers.
func (p *postgres) serve() error {
	p.cmd = exec.Command(filepath.Join(p.bin, "postgres"), "-D", filepath.Join(p.dir, "data"), "-k", p.dir, "-c", "listen_addresses=", "-c", "fsync=off",
		"-c", "full_page_writes=off", "-c", "max_connections=300", "-c", "log_min_messages=fatal")
	p.cmd.SysProcAttr, p.cmd.Dir = endsWithUs(&syscall.SysProcAttr{Credential: p.as}), p.dir
	if err := p.cmd.Start(); err != nil {
		return err
	}
	return waitFor(p.url)
}

// Cluster is a PostgreSQL server of a single test, which may restart it.
type Cluster struct{ p *postgres }

// NewCluster starts a temporary PostgreSQL that ends with the test; it skips the test if PostgreSQL is not installed.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	return newCluster(t, &postgres{})
}

// NewClusterOnDisk is NewCluster for more data than the memory holds.
func NewClusterOnDisk(t testing.TB) *Cluster {
	t.Helper()
	return newCluster(t, &postgres{onDisk: true})
}

func newCluster(t testing.TB, p *postgres) *Cluster {
	t.Helper()
	c := &Cluster{p: p}
	if _, err := c.p.start(); err != nil {
		t.Skipf("no PostgreSQL: %v", err)
	}
	t.Cleanup(c.p.stop)
	return c
}

// Database creates an empty database and returns its address.
func (c *Cluster) Database(t testing.TB, name string) string {
	t.Helper()
	createDatabase(t, c.p.url, name, emptyTemplate)
	return strings.Replace(c.p.url, "/postgres?", "/"+name+"?", 1)
}

// Restart stops the server at once, as in a crash, and starts it again.
func (c *Cluster) Restart(t testing.TB) {
	t.Helper()
	_ = c.p.cmd.Process.Signal(syscall.SIGQUIT) // immediate shutdown: recovery at the next start
	_ = c.p.cmd.Wait()
	if err := c.p.serve(); err != nil {
		t.Fatal(err)
	}
}

// stop stops the instance and deletes its directory.
func (p *postgres) stop() {
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(syscall.SIGINT) // fast shutdown
		_ = p.cmd.Wait()
	}
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}

// postgresFolder returns the directory of PostgreSQL's programs, from PATH or Debian's directories, the newest first.
func postgresFolder() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(found) == 0 {
		return "", errors.New("neither on PATH nor in /usr/lib/postgresql")
	}
	return found[len(found)-1], nil
}

// ordinaryUser gives the directory to an unprivileged user if we are root; it returns nil if we are not.
func ordinaryUser(dir string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err1, err2, os.Chown(dir, uid, gid)); err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// waitFor waits until the instance accepts connections.
func waitFor(url string) error {
	var err error
	for range 300 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(context.Background(), url); err == nil {
			return conn.Close(context.Background())
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("PostgreSQL did not start within 15 s: %w", err)
}
