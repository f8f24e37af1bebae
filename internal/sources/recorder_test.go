package sources

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestRecordingsHoldNoSecret: a recording keeps the platform's answer and nothing that identifies the operator or visitor.
func TestRecordingsHoldNoSecret(t *testing.T) {
	const page = `{"responseContext":{"visitorData":"CgtTRUNSRVRWSVNJVE9S","title":"kept"},"nested":"{\"lsd\":\"SECRETtoken1\"}",` +
		`"url":"https://r1.googlevideo.com/videoplayback?expire=1&ip=203.0.113.77&sig=SECRETsig&mime=video","v6":"2001:db8:1:2:3:4:5:6",` +
		`"html":"[\"LSD\",[],{\"token\":\"SECREThtml\"}]","echo":"SECRETcookievalue"}["LSD",[],{"token":"SECRETlsd"}]`
	cookies, err := openCookies(cookieFile(t, 0o600, ".platform.test\tTRUE\t/\tTRUE\t0\tname\tSECRETcookievalue"))
	if err != nil {
		t.Fatal(err)
	}
	c := withAccess(t, Access{Cookies: cookies}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Set-Cookie", "a=SECRETset")
		w.Header().Set("Retry-After", "7")
		_, _ = io.WriteString(w, page)
	})
	ctx, recorder := WithRecorder(t.Context())
	_, err = c.Fetch(ctx, Request{URL: "https://platform.test/x?key=SECRETkey&q=cat", Body: []byte("lsd=SECRETform&doc_id=123456"),
		Header: map[string]string{"X-Goog-Api-Key": "SECRETkey2", "Content-Type": "text/plain", "Cookie": "SECRETown=1", "Authorization": "Bearer SECRETbearer"}})
	if err != nil {
		t.Fatal(err)
	}
	list := recorder.Recordings(AllRecorded)
	raw, err := json.Marshal(list)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	for _, secret := range []string{"SECRET", "203.0.113.77", "CgtTRUNSRVRWSVNJVE9S", "db8:1:2"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("%s is in %s", secret, raw)
		}
	}
	for _, kept := range []string{`kept`, `doc_id=123456`, `q=cat`, `mime=video`, `"Retry-After":"7"`, `"status":200`, `"method":"POST"`} {
		if !strings.Contains(string(raw), kept) {
			t.Errorf("%s is not in %s", kept, raw)
		}
	}
}

func TestRecorderIsBounded(t *testing.T) {
	c := newClient(t, 5*time.Second, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2*MostRecorded)) })
	ctx, recorder := WithRecorder(t.Context())
	for range maxRecorded + 3 {
		if _, err := c.Fetch(ctx, Request{URL: "https://platform.test/"}); err != nil {
			t.Fatal(err)
		}
	}
	list := recorder.Recordings(AllRecorded)
	if len(list) != maxRecorded || len(list[0].Response.Body) > MostRecorded || list[0].Response.Bytes != 2*MostRecorded {
		t.Errorf("%d recordings, the first of %d", len(list), len(list[0].Response.Body))
	}
	if latest := recorder.Recordings(2*MostRecorded + 1); len(latest) != 2 {
		t.Errorf("%d of the latest, want the two that fit", len(latest))
	}
	if last := recorder.Recordings(1); len(last) != 1 {
		t.Errorf("%d of the latest, want the last one though it does not fit", len(last))
	}
}
