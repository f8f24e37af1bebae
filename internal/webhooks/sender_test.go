package webhooks_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"socialdata/internal/testkit"
	"socialdata/internal/webhooks"
)

const (
	secretOne = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
	secretTwo = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs="
)

// TestSignaturesAreThoseOfStandardWebhooks lets the project's own library verify what is sent, by each of two secrets.
func TestSignaturesAreThoseOfStandardWebhooks(t *testing.T) {
	t.Parallel()
	var header http.Header
	var body []byte
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header.Clone()
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
	defer endpoint.Close()
	s := webhooks.New(webhooks.Options{Program: "SocialData/1", Local: true})
	o := s.Send(t.Context(), webhooks.Message{URL: endpoint.URL, ID: "evt_1", Body: []byte(`{"a":"b"}`), Secrets: []string{secretOne, secretTwo}})
	if o.Failure != "" || o.Status != http.StatusNoContent {
		t.Fatalf("%+v", o)
	}
	for _, secret := range []string{secretOne, secretTwo} {
		verifier, err := standardwebhooks.NewWebhook(secret)
		testkit.Must(t, err)
		if err := verifier.Verify(body, header); err != nil {
			t.Errorf("%s: %v in %v", secret, err, header)
		}
		if err := verifier.Verify(append(body, ' '), header); !errors.Is(err, standardwebhooks.ErrNoMatchingSignature) {
			t.Errorf("another body is accepted: %v", err)
		}
	}
	stranger, err := standardwebhooks.NewWebhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	testkit.Must(t, err)
	if err := stranger.Verify(body, header); err == nil {
		t.Error("a stranger's secret verifies")
	}
	if header.Get("Webhook-Id") != "evt_1" || header.Get("User-Agent") != "SocialData/1" || !json.Valid(body) {
		t.Errorf("sent %v %s", header, body)
	}
}

// TestOnlyPublicAddressesAreDialled tries addresses of machines that no endpoint may reach.
func TestOnlyPublicAddressesAreDialled(t *testing.T) {
	t.Parallel()
	s := webhooks.New(webhooks.Options{})
	for _, host := range []string{"127.0.0.1", "127.8.8.8", "[::1]", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "[fe80::1]", "[fd00::1]", "100.64.0.1", "0.0.0.0", "[::ffff:127.0.0.1]", "224.0.0.1", "2130706433", "localhost"} {
		o := s.Send(t.Context(), webhooks.Message{URL: "https://" + host + "/", ID: "e", Body: []byte("{}"), Secrets: []string{secretOne}})
		if o.Failure != webhooks.Forbidden && !(host == "2130706433" && o.Failure == webhooks.Unresolved) {
			t.Errorf("%s: %+v", host, o)
		}
	}
	local := webhooks.New(webhooks.Options{Local: true})
	if o := local.Send(t.Context(), webhooks.Message{URL: "http://169.254.169.254/", ID: "e", Body: []byte("{}"), Secrets: []string{secretOne}}); o.Failure != webhooks.Forbidden {
		t.Errorf("where loopback is allowed, metadata is: %+v", o)
	}
}

// TestFailuresAreNamed meets endpoints that redirect, refuse, hang, break, send without end, or prove nothing.
func TestFailuresAreNamed(t *testing.T) {
	t.Parallel()
	redirected := false
	mux := http.NewServeMux()
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/there", http.StatusFound) })
	mux.HandleFunc("/there", func(http.ResponseWriter, *http.Request) { redirected = true })
	mux.HandleFunc("/refuse", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusGone) })
	for path, status := range map[string]int{"/accepted": http.StatusAccepted, "/last": 299, "/first": 300} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	mux.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server sees that a client leaves only once the body was read
		<-r.Context().Done()
	})
	plain, secure := httptest.NewServer(mux), httptest.NewTLSServer(mux)
	defer plain.Close()
	defer secure.Close()
	s := webhooks.New(webhooks.Options{Local: true})
	send := func(ctx context.Context, url string) webhooks.Outcome {
		return s.Send(ctx, webhooks.Message{URL: url, ID: "e", Body: []byte("{}"), Secrets: []string{secretOne}})
	}
	for url, want := range map[string]webhooks.Outcome{
		plain.URL + "/redirect":         {Status: 302, Failure: webhooks.Refused},
		plain.URL + "/refuse":           {Status: 410, Failure: webhooks.Refused},
		plain.URL + "/accepted":         {Status: 202},
		plain.URL + "/last":             {Status: 299},
		plain.URL + "/first":            {Status: 300, Failure: webhooks.Refused},
		plain.URL + "/cut":              {Failure: webhooks.Unreachable},
		plain.URL + "/endless":          {Status: 200},
		secure.URL + "/refuse":          {Failure: webhooks.Untrusted},
		"http://127.0.0.1:1/":           {Failure: webhooks.Unreachable},
		"https://no-such-name.invalid/": {Failure: webhooks.Unresolved},
	} {
		if o := send(t.Context(), url); o.Status != want.Status || o.Failure != want.Failure {
			t.Errorf("%s: %+v, want %+v", url, o, want)
		}
	}
	if redirected {
		t.Error("a redirect was followed")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if o := send(ctx, plain.URL+"/hang"); o.Failure != webhooks.TimedOut {
		t.Errorf("an endpoint that hangs: %+v", o)
	}
	if o := s.Send(t.Context(), webhooks.Message{URL: plain.URL, ID: "e", Secrets: []string{"no secret"}}); o.Failure != webhooks.Unsignable {
		t.Errorf("without a secret: %+v", o)
	}
}
