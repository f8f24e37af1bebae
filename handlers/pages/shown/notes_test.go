package shown

import (
	"strings"
	"testing"
	"time"

	"socialdata/internal/input"
)

func TestNotesAreASafeSubsetOfMarkdown(t *testing.T) {
	t.Parallel()
	const rel = ` rel="noreferrer noopener nofollow">`
	for source, want := range map[string]string{
		"":                               "",
		"**bold** and *em*":              "<p><strong>bold</strong> and <em>em</em></p>",
		"one\ntwo\n\nthree":              "<p>one<br>\ntwo</p>\n<p>three</p>",
		"- one\n- two":                   "<ul>\n<li>one</li>\n<li>two</li>\n</ul>",
		"3. one\n4. two":                 "<ol start=\"3\">\n<li>one</li>\n<li>two</li>\n</ol>",
		"# Heading":                      "<p><strong>Heading</strong></p>",
		"[a](https://example.com/?b&c)":  `<p><a href="https://example.com/?b&amp;c"` + rel + `a</a></p>`,
		"[a](HTTPS://example.com)":       `<p><a href="HTTPS://example.com"` + rel + `a</a></p>`,
		"[a](mailto:a@example.com)":      `<p><a href="mailto:a@example.com"` + rel + `a</a></p>`,
		"see https://example.com/a.":     `<p>see <a href="https://example.com/a"` + rel + `https://example.com/a</a>.</p>`,
		"a@example.com":                  `<p><a href="mailto:a@example.com"` + rel + `a@example.com</a></p>`,
		"[a](javascript:alert(1))":       "<p>a</p>",
		"[a](JavaScript&colon;alert(1))": "<p>a</p>",
		"[a](java&#10;script:alert(1))":  "<p>a</p>",
		"[a](data:text/html,x)":          "<p>a</p>",
		"[a](/w/w1/members)":             "<p>a</p>",
		"[a](//example.com)":             "<p>a</p>",
		"<javascript:alert(1)>":          "<p>javascript:alert(1)</p>",
		"[**b**][r]\n\n[r]: ftp://x":     "<p><strong>b</strong></p>",
		`[a](https://e.com/"onclick="x)`: `<p><a href="https://e.com/%22onclick=%22x"` + rel + `a</a></p>`,
		"<script>alert(1)</script>":      "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
		"a <b onclick=x>c</b> <3":        "<p>a &lt;b onclick=x&gt;c&lt;/b&gt; &lt;3</p>",
		"For <Anna> &amp; me":            "<p>For &lt;Anna&gt; &amp; me</p>",
		"<div>\n**a**\n</div>":           "<p>&lt;div&gt;<br>\n<strong>a</strong><br>\n&lt;/div&gt;</p>",
		"![A lamp](https://e.com/a.png)": "<p>A lamp</p>",
		"![](https://e.com/a.png?<b>)":   "<p>https://e.com/a.png?&lt;b&gt;</p>",
	} {
		if got := strings.TrimSpace(string(Notes(source))); got != want {
			t.Errorf("%q\n got %s\nwant %s", source, got, want)
		}
	}
}

// TestNotesOfAnyShapeAreRenderedQuickly: strangers open shared pages, and each opening renders the notes.
func TestNotesOfAnyShapeAreRenderedQuickly(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"[", "![", "> ", "- ", "*a ", "**", "_a*", "`", "<", "[a](", "a@", "\\", "www.", "http://a", "&", "1. ", "[a]: b\n", "* a\n", "~"} {
		start := time.Now()
		got := Notes(strings.Repeat(part, input.MaxNotes/len(part)))
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%q: %s for %d bytes", part, took, len(got))
		} else if took > 20*time.Millisecond {
			t.Logf("%q: %s for %d bytes", part, took, len(got))
		}
	}
}
