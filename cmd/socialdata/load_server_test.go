//go:build load

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/observations"
)

// loadItems is how many observations there are; their ids are 11 digits from loadFirst on, which a video's id may be.
const (
	loadItems = 10_000
	loadFirst = 10_000_000_000
)

// TestLoadedServer is the server of TestLoad, in a process of its own: the program as it is, with three paths beside it
// behind the same middleware.
func TestLoadedServer(t *testing.T) {
	if os.Getenv("LOAD_SERVER") == "" {
		t.Skip("TestLoad runs it")
	}
	ctx := context.Background()
	cfg, err := readConfig()
	if err != nil {
		t.Fatal(err)
	}
	p, err := build(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	key := ""
	if os.Getenv("LOAD_FILL") == "true" {
		if key, err = p.fill(ctx); err != nil {
			t.Fatal(err)
		}
	}
	server, err := p.web()
	if err != nil {
		t.Fatal(err)
	}
	app := server.App()
	app.Get("/load/key", func(c *fiber.Ctx) error { return c.SendString(key) })
	app.Get("/load/constant", func(c *fiber.Ctx) error {
		_ = sha256.Sum256([]byte(c.Get(fiber.HeaderAuthorization)))
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(loadBody)
	})
	app.Get("/load/bare", p.bare)
	app.Get("/load/profile", func(c *fiber.Ctx) error {
		var b bytes.Buffer
		if err := pprof.StartCPUProfile(&b); err != nil {
			return err
		}
		time.Sleep(time.Duration(c.QueryInt("ms")) * time.Millisecond)
		pprof.StopCPUProfile()
		return c.Send(b.Bytes())
	})
	l, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		t.Fatal(err)
	}
	slog.Info("loaded", "error", server.Serve(l))
}

// bare runs the statement of a lookup and sends what it found, without anything that makes it a lookup.
func (p *program) bare(c *fiber.Ctx) error {
	key := strings.TrimPrefix(c.Get(fiber.HeaderAuthorization), "Bearer ")
	id := c.Query("url")[len("https://www.youtube.com/watch?v="):]
	k, err := p.store.Observations.FindCachedByKey(c.UserContext(), key, "item:video_site:"+id, observations.Plain, time.Now().Add(-time.Hour))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	return c.Send(k.Stored.Body)
}

// loadBody is about 2 kB, as the body of an ordinary item.
var loadBody = []byte(`{"object":"item","id":"video_site:` + fmt.Sprint(loadFirst) + `","text":"` + strings.Repeat("a text of some length ", 84) + `"}`)

// fill makes a workspace with a key, and observations that it has paid for.
func (p *program) fill(ctx context.Context) (key string, err error) {
	in, err := p.store.Accounts.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: "Load", Credits: 10 * loadItems,
		Owner: accounts.NewUser{Email: "load@example.com", Name: "Load", Password: "correct horse battery"}})
	if err != nil {
		return "", err
	}
	workspace := in.Workspaces[0].WorkspaceID
	for n := range loadItems {
		o := &observations.Observation{Subject: fmt.Sprint("item:video_site:", loadFirst+n), ID: db.NewID(), ObservedAt: time.Now().UnixMicro(),
			RouteID: "video_site.web", Version: "1", Counts: `{"views":1,"likes":2,"comments":3,"shares":null,"saves":null}`, Rows: 1, Body: loadBody}
		if _, err := p.store.Observations.RecordAndCharge(ctx, workspace, billing.Spender{}, o, 1); err != nil {
			return "", err
		}
	}
	_, key, err = p.store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: workspace, Name: "load", CreatedBy: in.User.ID, Scopes: accounts.Scopes()})
	return key, err
}

func digestHex(key string) string {
	d := sha256.Sum256([]byte(key))
	return hex.EncodeToString(d[:])
}

// pgbenchScript is the statement of a lookup with an item taken at random. Colons are written as escapes: pgbench would
// take what follows them for a variable.
func pgbenchScript() string {
	statement := strings.NewReplacer("$1", ":digest", "$2", `E'item\072video_site\072' || :n::text`, "$3", "1").Replace(observations.CachedLookupSQL(false))
	return fmt.Sprintf("\\set n random(%d, %d)\n%s;\n", loadFirst, loadFirst+loadItems-1, strings.ReplaceAll(statement, "\n", " "))
}
