package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
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
		testkit.Eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
		begun := time.Now()
		_, err := s.Store.Imports.Cancel(t.Context(), s.Workspace, id)
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
	testkit.Eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
	testkit.Must(t, left.Close())
	testkit.Eventually(t, "nobody waits", func() bool { return !runs("jobs.(*Awaiter)", "session.Presence") })

	stays := waitFor(t, s, address, path)
	testkit.Eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
	begun := time.Now()
	testkit.Must(t, s.Server.Shutdown(context.Background()))
	r, err := http.ReadResponse(bufio.NewReader(stays), nil)
	testkit.Must(t, err)
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK || time.Since(begun) > 15*time.Second {
		t.Errorf("%d after %v", r.StatusCode, time.Since(begun))
	}
}

// TestImportsThatChanged: the list of what has changed since a time begins with the last change, pages, and refuses the
// cursor of another list.
func TestImportsThatChanged(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		clips := s.Platforms.Samples()[1].Items
		a, _ := importAll(t, s, "k", importsBody(clips[0], clips[1], clips[2]), http.StatusOK)
		s.Clock.Add(time.Minute)
		since := s.Clock.Now().UTC().Format(time.RFC3339Nano)
		ids := func(query string) (list []string, next string) {
			r := scenario{name: query, path: "/v1/ingestions" + query, status: 200}.run(t, s, s.AsKey())
			var page struct {
				Items      []struct{ ID string }
				NextCursor string
			}
			testkit.Must(t, json.Unmarshal(r.Body, &page))
			for _, i := range page.Items {
				list = append(list, i.ID)
			}
			return list, page.NextCursor
		}
		if list, _ := ids("?updatedSince=" + since); len(list) != 0 {
			t.Errorf("nothing has changed: %v", list)
		}
		for _, n := range []int{0, 2} { // not in the order of creation
			s.Clock.Add(time.Second)
			_, err := s.Store.Imports.Cancel(t.Context(), s.Workspace, a.Results[n].Import.ID)
			testkit.Must(t, err)
		}
		last, next := ids("?limit=1&updatedSince=" + since)
		before, end := ids("?limit=1&updatedSince=" + since + "&cursor=" + url.QueryEscape(next))
		if last[0] != a.Results[2].Import.ID || before[0] != a.Results[0].Import.ID || end != "" {
			t.Errorf("%v, then %v", last, before)
		}
		if list, _ := ids("?state=accepted&state=cancelled&updatedSince=2020-01-01T00:00:00Z"); len(list) != 3 {
			t.Errorf("since ever: %v", list)
		}
		scenario{name: "a cursor of it", path: "/v1/ingestions?limit=1&cursor=" + url.QueryEscape(next), status: 400, code: "invalid_input", fields: []string{"cursor/cursor_mismatch"}}.run(t, s, s.AsKey())
		scenario{name: "no time", path: "/v1/ingestions?updatedSince=yesterday", status: 400, code: "invalid_input", fields: []string{"updatedSince/format"}}.run(t, s, s.AsKey())
	})
}
