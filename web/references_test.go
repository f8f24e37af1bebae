package web_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/media/blobs"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

func TestReferences(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A kettle that sings", Notes: new("alpha"), Tags: []string{"Red", "big cat"}})
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "Two wheels"})
		one := "/v1/references/" + id
		for _, as := range []map[string]string{s.AsKey(), s.AsOwner()} {
			scenario{name: "read", path: one, status: 200, has: []string{`"id":"` + id + `"`, `"notes":"alpha"`, `"mediaHold":null`, `"machineDerived":null`, `"sourceTitle":"A kettle that sings"`}}.run(t, s, as)
		}
		for path, n := range map[string]int{
			"": 2, "?q=KETTLE": 1, "?q=kettle+wheels": 0, "?tag=red&tag=Big%20Cat": 1, "?tag=red&tag=small": 0, "?platform=video_site&state=ready": 2,
			"?mediaAvailability=ready": 0, "?q=NEAR(": 0, "?limit=1": 1,
		} {
			r := scenario{name: "list " + path, path: "/v1/references" + path, status: 200}.run(t, s, s.AsKey())
			if items, _ := r.JSON(t)["items"].([]any); len(items) != n {
				t.Errorf("list %s: %d rows, want %d", path, len(items), n)
			}
		}
		for _, c := range []scenario{
			{name: "a foreign id", path: "/v1/references/01890a5d-ac96-774b-bcce-b302099a8057", status: 404, code: "not_found"},
			{name: "no id", path: "/v1/references/x", status: 404, code: "not_found"},
			{name: "bad filters", path: "/v1/references?platform=x&state=done&mediaAvailability=gone&limit=0&q=", status: 400, code: "invalid_input",
				fields: []string{"platform/enum", "state/enum", "mediaAvailability/enum", "limit/range", "q/empty"}},
			{name: "a forged cursor", path: "/v1/references?cursor=forged", status: 400, code: "invalid_input", fields: []string{"cursor/cursor_mismatch"}},
			{name: "patch nothing", method: "PATCH", path: one, body: `{"revision":3}`, status: 400, code: "invalid_input"},
			{name: "patch without revision", method: "PATCH", path: one, body: `{"notes":"x"}`, status: 400, code: "invalid_input", fields: []string{"revision/required"}},
			{name: "patch badly", method: "PATCH", path: one, body: `{"revision":3,"customTitle":"","tags":["  ","a\u0000b"],"more":1}`, status: 400, code: "invalid_input"},
			{name: "another revision", method: "PATCH", path: one, body: `{"revision":99,"notes":"x"}`, status: 409, code: "revision_conflict", has: []string{`"currentRevision":2`}},
			{name: "patch", method: "PATCH", path: one, body: `{"revision":2,"customTitle":"Mine","notes":null,"tags":[" cafe\u0301 ","CAFÉ"]}`, status: 200,
				has: []string{`"revision":3`, `"customTitle":"Mine"`, `"notes":null`, `"tags":["café"]`}},
			{name: "patch to the same", method: "PATCH", path: one, body: `{"revision":3,"tags":["café"]}`, status: 200, has: []string{`"revision":3`}},
			{name: "hold badly", method: "PUT", path: one + "/media-hold", body: `{"ttlDays":366}`, status: 400, code: "invalid_input", fields: []string{"ttlDays/range"}},
			{name: "hold nothing", method: "PUT", path: one + "/media-hold", body: `{"ttlDays":3}`, status: 422, code: "unsupported_media", has: []string{`"mediaAvailability":"unavailable"`}},
			{name: "delete", method: "DELETE", path: one, status: 204},
			{name: "delete again", method: "DELETE", path: one, status: 404, code: "not_found"},
			{name: "patch the deleted", method: "PATCH", path: one, body: `{"revision":3,"notes":"x"}`, status: 404, code: "not_found"},
		} {
			c.run(t, s, s.AsKey())
		}
	})
}

// kept is a reference with a video and a poster whose bytes are in the store.
func kept(t *testing.T, s *webtest.Site, days int64) (reference, video string, bytes []byte) {
	t.Helper()
	bytes = []byte(strings.Repeat("what a video looks like ", 4000))
	id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:7", HoldDays: days, Media: []references.Media{put(t, s, "Größe 1.mp4", bytes)}})
	r, err := s.Store.References.Find(context.Background(), s.Workspace, id)
	if err != nil {
		t.Fatal(err)
	}
	return id, *r.PrimaryMediaID, bytes
}

// put keeps the bytes of a video and gives the row that an import writes about them.
func put(t *testing.T, s *webtest.Site, name string, bytes []byte) references.Media {
	t.Helper()
	sum := sha256.Sum256(bytes)
	digest := hex.EncodeToString(sum[:])
	key := blobs.Key(s.Workspace, digest, db.NewID())
	file := filepath.Join(t.TempDir(), "file")
	testkit.Must(t, os.WriteFile(file, bytes, 0o600))
	testkit.Must(t, s.Blobs.Put(context.Background(), key, file, digest))
	return references.Media{Role: references.PrimaryMedia, ContentType: "video/mp4", Bytes: int64(len(bytes)), SHA256: digest, Filename: name, BlobKey: key}
}

func TestMediaLinks(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		_, media, bytes := kept(t, s, 30)
		link := func(body string) string {
			r := scenario{name: "link " + body, method: "POST", path: "/v1/media/" + media + "/download-url", body: body, status: 201,
				has: []string{`"mediaId":"` + media + `"`, `"contentType":"video/mp4"`, fmt.Sprintf(`"bytes":%d`, len(bytes))}}.run(t, s, s.AsKey())
			path, ok := strings.CutPrefix(r.JSON(t)["url"].(string), webtest.Origin)
			if !ok {
				t.Fatalf("url %v", r.JSON(t)["url"])
			}
			return path
		}
		path := link(`{}`)
		whole := s.Do("GET", path, nil, nil)
		if whole.Status != 200 || string(whole.Body) != string(bytes) || whole.Header.Get("Content-Type") != "video/mp4" ||
			whole.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(whole.Header.Get("Content-Security-Policy"), "sandbox") ||
			whole.Header.Get("Content-Disposition") != `attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe%201.mp4` {
			t.Errorf("whole: %d, %d bytes, %v", whole.Status, len(whole.Body), whole.Header)
		}
		tag := whole.Header.Get("ETag")
		for asked, want := range map[string]string{"bytes=10-29": string(bytes[10:30]), "bytes=-5": string(bytes[len(bytes)-5:]), "bytes=95990-": string(bytes[95990:]), "bytes=0-0": "w"} {
			if r := s.Do("GET", path, nil, map[string]string{"Range": asked, "If-Range": tag}); r.Status != 206 || string(r.Body) != want || r.Header.Get("Content-Range") == "" {
				t.Errorf("%s: %d, %q, %s", asked, r.Status, r.Body, r.Header.Get("Content-Range"))
			}
		}
		for name, c := range map[string]struct {
			header map[string]string
			status int
		}{
			"past the end": {map[string]string{"Range": "bytes=96000-"}, 416}, "another version": {map[string]string{"Range": "bytes=1-2", "If-Range": `"x"`}, 200},
			"known": {map[string]string{"If-None-Match": `"x", ` + tag}, 304}, "several": {map[string]string{"Range": "bytes=1-2,4-5"}, 200},
		} {
			if r := s.Do("GET", path, nil, c.header); r.Status != c.status {
				t.Errorf("%s: %d, want %d", name, r.Status, c.status)
			}
		}
		if r := s.Do("HEAD", path, nil, nil); r.Status != 200 || len(r.Body) != 0 || r.Header.Get("Content-Length") != fmt.Sprint(len(bytes)) {
			t.Errorf("HEAD: %d, %v", r.Status, r.Header)
		}
		if r := s.Do("GET", link(`{"disposition":"inline"}`), nil, nil); !strings.HasPrefix(r.Header.Get("Content-Disposition"), "inline") {
			t.Errorf("inline: %v", r.Header)
		}
		scenario{name: "bad link", method: "POST", path: "/v1/media/" + media + "/download-url", body: `{"ttlSeconds":59,"disposition":"x"}`, status: 400, code: "invalid_input",
			fields: []string{"ttlSeconds/range", "disposition/enum"}}.run(t, s, s.AsKey())
		scenario{name: "no such media", method: "POST", path: "/v1/media/01890a5d-ac96-774b-bcce-b302099a8057/download-url", body: `{}`, status: 404, code: "not_found"}.run(t, s, s.AsKey())
		forge(t, s, path, link(`{"ttlSeconds":3600,"disposition":"inline"}`))
	})
}

// forge changes every part of a link.
func forge(t *testing.T, s *webtest.Site, path, other string) {
	t.Helper()
	parts, foreign := strings.Split(path, "."), strings.Split(other, ".")
	for i := range parts {
		for _, part := range []string{"", parts[i] + "0", parts[i][:len(parts[i])-1], foreign[i]} {
			changed := slices.Clone(parts)
			changed[i] = part
			if forged := strings.Join(changed, "."); forged != path && part != "" {
				scenario{name: "forged", path: forged, status: 404, code: "not_found"}.run(t, s, nil)
			}
		}
	}
	scenario{name: "no token", path: "/media/x", status: 404, code: "not_found"}.run(t, s, nil)
}

func TestMediaLinksDie(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id, media, _ := kept(t, s, 1)
		makeLink := scenario{name: "link", method: "POST", path: "/v1/media/" + media + "/download-url", body: `{"ttlSeconds":3600}`, status: 201}
		open := func() string {
			return strings.TrimPrefix(makeLink.run(t, s, s.AsKey()).JSON(t)["url"].(string), webtest.Origin)
		}
		path := open()
		s.Clock.Add(61 * time.Minute)
		scenario{name: "after its time", path: path, status: 404, code: "not_found", has: []string{`"reason":"link_expired"`}}.run(t, s, nil)
		s.Clock.Add(22*time.Hour + 30*time.Minute)
		r := makeLink.run(t, s, s.AsKey())
		end, _ := time.Parse(time.RFC3339, r.JSON(t)["expiresAt"].(string))
		if left := end.Sub(s.Clock.Now()); left > 30*time.Minute {
			t.Errorf("a link of media that is held for half an hour lives %s", left)
		}
		path = strings.TrimPrefix(r.JSON(t)["url"].(string), webtest.Origin)
		scenario{name: "extend", method: "PUT", path: "/v1/references/" + id + "/media-hold", body: `{"ttlDays":2}`, status: 200, has: []string{`"reason":"explicit_extension"`}}.run(t, s, s.AsOwner())
		if r := s.Do("GET", path, nil, nil); r.Status != 200 {
			t.Errorf("a link of held media: %d", r.Status)
		}
		s.Clock.Add(49 * time.Hour)
		makeLink.status, makeLink.code, makeLink.has = 404, "not_found", []string{`"reason":"media_expired"`}
		makeLink.run(t, s, s.AsKey())
		if n, err := s.Store.References.ExpireHolds(context.Background(), s.Clock.Now()); n != 1 || err != nil {
			t.Errorf("%d holds ended, %v", n, err)
		}
		makeLink.run(t, s, s.AsKey())
		scenario{name: "the record stays", path: "/v1/references/" + id, status: 200, has: []string{`"mediaAvailability":"expired"`, `"mediaHold":null`, `"primaryMediaId":null`}}.run(t, s, s.AsKey())
		scenario{name: "no more holds", method: "PUT", path: "/v1/references/" + id + "/media-hold", body: `{"ttlDays":2}`, status: 422, code: "unsupported_media", has: []string{`"mediaAvailability":"expired"`}}.run(t, s, s.AsKey())
	})
}

// TestMembersAnnotate holds what a member may do with references, beside an owner.
func TestMembersAnnotate(t *testing.T) {
	s := embedded(t, webtest.Options{})
	id, media, _ := kept(t, s, 30)
	member := guest(t, s)
	for _, sc := range []scenario{
		{name: "read", path: "/v1/references/" + id, status: 200},
		{name: "list", path: "/v1/references", status: 200, has: []string{id}},
		{name: "annotate", method: "PATCH", path: "/v1/references/" + id, body: `{"revision":2,"notes":"seen"}`, status: 200},
		{name: "download", method: "POST", path: "/v1/media/" + media + "/download-url", body: `{}`, status: 201},
		{name: "hold", method: "PUT", path: "/v1/references/" + id + "/media-hold", body: `{"ttlDays":60}`, status: 403, code: "forbidden", has: []string{`"requiredRole":"owner"`}},
		{name: "delete", method: "DELETE", path: "/v1/references/" + id, status: 403, code: "forbidden", has: []string{`"requiredRole":"owner"`}},
	} {
		sc.run(t, s, member)
	}
}

// guest is the session of a member who is no owner.
func guest(t *testing.T, s *webtest.Site) map[string]string {
	t.Helper()
	inv := scenario{name: "invite", method: "POST", path: "/v1/workspaces/{ws}/invites", body: `{"email":"guest@example.com","role":"member"}`, status: 201}.run(t, s, s.AsOwner())
	token := strings.TrimPrefix(inv.JSON(t)["acceptUrl"].(string), webtest.Origin+"/invite/")
	in := scenario{name: "accept", method: "POST", path: "/v1/invites/accept", body: map[string]string{"token": token, "name": "Guest", "password": "another long passphrase"},
		status: 201}.run(t, s, map[string]string{"Origin": webtest.Origin})
	cookie := (&http.Response{Header: in.Header}).Cookies()[0]
	return map[string]string{"Cookie": cookie.Name + "=" + cookie.Value, "Origin": webtest.Origin}
}
