package meta_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
)

func TestFormToken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, want string }{
		"a page":       {`x["LSD",[],{"token":"AVq-1_x"},323]y`, "AVq-1_x"},
		"none":         {`<html></html>`, ""},
		"cut":          {`["LSD",[],{"token":"AVq`, ""},
		"far too long": {`["LSD",[],{"token":"` + strings.Repeat("a", 65) + `"}`, ""},
		"empty":        {``, ""},
		"a block":      {`<script id="__eqmc">{"s":"x","l":"AVq"}</script>`, "AVq"},
		"another's":    {`<script id="__eqmc">{"s":"x"}</script><script>{"l":"AVq"}</script>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := meta.FormToken([]byte(c.page)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func FuzzFormToken(f *testing.F) {
	f.Add([]byte(`["LSD",[],{"token":"t"}]`))
	f.Add([]byte(`<script id="__eqmc">{"l":"t"}</script>`))
	f.Fuzz(func(t *testing.T, page []byte) {
		if token := meta.FormToken(page); len(token) > 64 {
			t.Errorf("a token of %d bytes", len(token))
		}
	})
}

func TestCall_Request(t *testing.T) {
	t.Parallel()
	call := meta.Call{Origin: "https://www.example.com", Path: "/api/graphql", Referer: "https://www.example.com/p/", Name: "SomeQuery",
		Document: "123456", Variables: `{"a":1}`, Token: "tok"}
	got := call.Request(url.Values{"av": {"0"}}, map[string]string{"X-App": "7"})
	form, err := url.ParseQuery(string(got.Body))
	if err != nil {
		t.Fatal(err)
	}
	wantForm := url.Values{"av": {"0"}, "doc_id": {"123456"}, "fb_api_caller_class": {"RelayModern"}, "fb_api_req_friendly_name": {"SomeQuery"},
		"lsd": {"tok"}, "server_timestamps": {"true"}, "variables": {`{"a":1}`}}
	if diff := cmp.Diff(wantForm, form); diff != "" {
		t.Errorf("form (-want +got):\n%s", diff)
	}
	got.Body = nil
	want := sources.Request{URL: "https://www.example.com/api/graphql", Header: map[string]string{
		"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://www.example.com", "Referer": "https://www.example.com/p/",
		"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin", "X-App": "7", "X-FB-Friendly-Name": "SomeQuery", "X-FB-LSD": "tok"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}
