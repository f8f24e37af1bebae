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
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// instance is the throw-away PostgreSQL of this test process.
var instance = &postgres{}

type postgres struct {
	once sync.Once
	dir  string
	cmd  *exec.Cmd
	url  string
	err  error
}

// start makes a cluster in a temporary folder and runs it on a socket there, as an ordinary user when we are root:
// PostgreSQL refuses to run as root.
func (p *postgres) start() (string, error) {
	p.once.Do(func() { p.url, p.err = p.launch() })
	return p.url, p.err
}

func (p *postgres) launch() (string, error) {
	bin, err := postgresFolder()
	if err != nil {
		return "", err
	}
	if p.dir, err = os.MkdirTemp("", "pg"); err != nil {
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
	p.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", p.dir, "-c", "listen_addresses=", "-c", "fsync=off",
		"-c", "full_page_writes=off", "-c", "synchronous_commit=off", "-c", "max_connections=300", "-c", "log_min_messages=fatal")
	p.cmd.SysProcAttr, p.cmd.Dir = &syscall.SysProcAttr{Credential: as, Pdeathsig: syscall.SIGTERM}, p.dir
	if err := p.cmd.Start(); err != nil {
		return "", err
	}
	url := "postgres://test@/postgres?host=" + p.dir
	return url, waitFor(url)
}

// stop ends the instance and deletes its folder.
func (p *postgres) stop() {
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(syscall.SIGINT) // fast shutdown
		_ = p.cmd.Wait()
	}
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}

// postgresFolder finds the programs on PATH or in Debian's folders, the newest first.
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

// ordinaryUser gives the folder to an unprivileged user when we are root; nil keeps our own.
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

// waitFor asks until the instance takes connections.
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
