package web_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// accepted imports a clip, which no worker takes, and returns the import's path.
func accepted(t *testing.T, s *webtest.Site) (id, path string) {
	t.Helper()
	a, _ := importAll(t, s, "wait", importsBody(s.Platforms.Samples()[1].Items[0]), http.StatusOK)
	return a.Results[0].Import.ID, "/v1/imports/" + a.Results[0].Import.ID
}

// TestWaitForAnImport: the answer comes when the import ends, or as the import is when the wait is over.
func TestWaitForAnImport(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id, path := accepted(t, s)
		if r := s.Do("GET", path+"?wait=1", nil, s.AsKey()); r.Status != http.StatusOK || r.JSON(t)["state"] != "accepted" {
			t.Errorf("a wait that is over: %d %s", r.Status, r.Body)
		}
		answered := make(chan *webtest.Reply, 1)
		go func() { answered <- s.Do("GET", path+"?wait=30", nil, s.AsKey()) }()
		eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
		begun := time.Now()
		_, err := s.Store.CancelImport(t.Context(), s.Workspace, id)
		testkit.Must(t, err)
		if r := <-answered; r.JSON(t)["state"] != "cancelled" || time.Since(begun) > 15*time.Second {
			t.Errorf("after %v: %s", time.Since(begun), r.Body)
		}
		if r := s.Do("GET", path+"?wait=30", nil, s.AsKey()); r.JSON(t)["state"] != "cancelled" {
			t.Errorf("one that has ended: %s", r.Body)
		}
		for _, wrong := range []string{"31", "-1", "x", "1.5", ""} {
			scenario{name: "wait=" + wrong, path: path + "?wait=" + wrong, status: 400, code: "invalid_input"}.run(t, s, s.AsKey())
		}
		scenario{name: "another workspace's", path: path + "?wait=30", status: 404, code: "not_found"}.run(t, s, map[string]string{"Authorization": "Bearer " + newOther(t, s).key})
	})
}

// waitFor asks for an import on a connection of its own.
func waitFor(t *testing.T, s *webtest.Site, address, path string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	testkit.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "GET %s?wait=30 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", path, s.Key)
	testkit.Must(t, err)
	return conn
}

// TestWaitsEndWithTheirClientOrTheServer: a client that leaves is not waited with, and a server that stops answers at once.
func TestWaitsEndWithTheirClientOrTheServer(t *testing.T) {
	s := embedded(t, webtest.Options{})
	address := listen(t, s)
	_, path := accepted(t, s)
	left := waitFor(t, s, address, path)
	eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
	testkit.Must(t, left.Close())
	eventually(t, "nobody waits", func() bool { return !runs("jobs.(*Awaiter)", "session.Presence") })

	stays := waitFor(t, s, address, path)
	eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
	begun := time.Now()
	testkit.Must(t, s.Server.Shutdown(context.Background()))
	r, err := http.ReadResponse(bufio.NewReader(stays), nil)
	testkit.Must(t, err)
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK || time.Since(begun) > 15*time.Second {
		t.Errorf("%d after %v", r.StatusCode, time.Since(begun))
	}
}
