package sources

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestArchiveKeepsEveryExchangeWithoutSecrets follows a redirect with the operator's cookies: both answers are kept, in order, and
// nothing of whom the platform answered.
func TestArchiveKeepsEveryExchangeWithoutSecrets(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "sid=hush-hush; Path=/")
		w.Header().Set("X-Ig-Set-WWW-Claim", "hush-hush")
		w.Header().Set("X-Powered-By", "PHP")
		if strings.HasSuffix(r.URL.Path, "/go") {
			http.Redirect(w, r, "https://one.test/page?access_token=hush-hush&v=1", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`{"visitorData":"hush-hush","title":"Kept","clientIp":"203.0.113.7","mail":"me@hush-hush.test"}`))
	}))
	defer server.Close()
	c, err := NewClient(ClientOptions{Hosts: []string{"one.test"}, Upstream: server.URL, Timeout: time.Second, Agent: func() string { return "an agent" }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, kept := WithArchive(t.Context())
	_, err = c.Fetch(ctx, Request{URL: "https://one.test/go?session_id=hush-hush", Header: map[string]string{"Cookie": "a=hush-hush", "Authorization": "Bearer hush-hush", "X-CSRFToken": "hush-hush", "X-IG-App-ID": "936"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(t.Context(), Request{URL: "https://one.test/page"}); err != nil { // of another context
		t.Fatal(err)
	}
	list, dropped := kept.Exchanges()
	if len(list) != 2 || dropped != 0 || list[0].Status != 302 || list[1].Status != 200 || list[1].URL != "https://one.test/page?access_token=SCRUBBED&v=1" {
		t.Fatalf("%+v, %d left out", list, dropped)
	}
	for _, x := range list {
		for name, values := range x.Header {
			if strings.Contains(strings.Join(values, ""), "hush") {
				t.Errorf("the answer has %s: %s", name, values)
			}
		}
		for name, values := range x.Asked {
			if strings.Contains(strings.Join(values, ""), "hush") {
				t.Errorf("the request has %s: %s", name, values)
			}
		}
		if strings.Contains(x.URL+string(x.Body), "hush") || strings.Contains(string(x.Body), "203.0.113.7") {
			t.Errorf("%s: %s", x.URL, x.Body)
		}
		if x.Header.Get("X-Powered-By") != "PHP" || x.Asked.Get("X-Ig-App-Id") != "936" || x.Asked.Get("User-Agent") != "an agent" {
			t.Errorf("%v %v", x.Header, x.Asked)
		}
	}
	if !strings.Contains(string(list[1].Body), `"title":"Kept"`) {
		t.Errorf("%s", list[1].Body)
	}
}

// TestArchiveIsBounded answers more than an archive keeps: what does not fit is counted.
func TestArchiveIsBounded(t *testing.T) {
	ctx, kept := WithArchive(t.Context())
	for range 5 {
		archive(ctx, Request{URL: "https://one.test/"}, nil, &Answer{Status: 200, Body: make([]byte, MostArchived/4)}, nil)
	}
	archive(t.Context(), Request{}, nil, &Answer{}, nil)
	if list, dropped := kept.Exchanges(); len(list) != 4 || dropped != 1 {
		t.Errorf("%d are kept, %d left out", len(list), dropped)
	}
}
