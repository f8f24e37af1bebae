package scan

import (
	"strings"
	"testing"
)

func TestScript(t *testing.T) {
	page := []byte(`<html><script id="STATE" type="application/json">{"a":1}</script><script id="CUT">{"a"`)
	for id, want := range map[string]string{"STATE": `{"a":1}`, "CUT": "", "NONE": ""} {
		if got := string(Script(page, id)); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

func TestSJS(t *testing.T) {
	page := []byte(`"k":0<script data-sjs>{"k":1,"k":2}</script><script>{"k":3}</script><script data-sjs>{"other":4}</script>` +
		`<script data-content-len="9" data-sjs>{"k":5}</script><p title='"k"'></p><script data-sjs>{"k":"cut`)
	var got []string
	for b := range ScriptBlocks(page, "k") {
		got = append(got, string(b))
	}
	if strings.Join(got, " ") != `{"k":1,"k":2} {"k":5}` {
		t.Errorf("blocks %q", got)
	}
}

func TestMember(t *testing.T) {
	for doc, want := range map[string]string{
		`{"x":{"k": {"a":[1,"}"]} ,"z":2}}`:   `{"a":[1,"}"]}`,
		`{"text":"\"k\": 1","k":"a\\\"b"}`:    `"a\\\"b"`,
		`["k",{"k":true}]`:                    `true`,
		`{"k":null}`:                          `null`,
		`{"k":[1,2`:                           ``,
		`{"k":{"cut":"in a string`:            ``,
		`{"k" : 12.5}`:                        `12.5`,
		`{"other":1}`:                         ``,
		`{"k":}`:                              ``,
		`{"k":"ends with a slash\\","z":"k"}`: `"ends with a slash\\"`,
	} {
		t.Run(doc, func(t *testing.T) {
			if got := Member([]byte(doc), "k").Raw; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestMeta(t *testing.T) {
	page := []byte("<meta\n property=\"og:title\"\n content='a &quot;b&quot; &#x1f525;' /><meta name=\"description\" content=\"c'd\">")
	if got := Meta(page, "og:title"); got != "a \"b\" 🔥" {
		t.Errorf("og:title %q", got)
	}
	if got := Meta(page, "description"); got != "c'd" {
		t.Errorf("description %q", got)
	}
	if got := Meta(page, "og:url"); got != "" {
		t.Errorf("og:url %q", got)
	}
}

func FuzzPage(f *testing.F) {
	f.Add([]byte(`<script id="S" data-sjs>{"k":{"a":"\\"}}</script><meta property="k" content="v">["LSD",[],{"token":"t"}]`))
	f.Fuzz(func(t *testing.T, page []byte) {
		for b := range ScriptBlocks(page, "k") {
			Member(b, "k")
		}
		Script(page, "S")
		Member(page, "k")
		Meta(page, "k")
	})
}
