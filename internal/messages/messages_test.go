package messages_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"socialdata/internal/messages"
)

var (
	at      = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	hostile = messages.Message{Title: "<!channel> *x* [click](https://evil.example) @everyone\nnext", Text: "• A & <b> https://example.com/a_b_c?x=1&y\n• second",
		Link: "https://social.example/w/1/watches/2?a=|b>", Picture: "https://social.example/media/t", At: at}
)

// sent decodes what is sent as JSON.
func sent[T any](t *testing.T, write func(messages.Message) (messages.Request, error), m messages.Message) (body T) {
	t.Helper()
	r, err := write(m)
	if err != nil || r.ContentType != "application/json" {
		t.Fatalf("%+v, %v", r, err)
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

func TestSlackTakesTheMessage(t *testing.T) {
	type body struct {
		Text   string
		Blocks []struct {
			Type      string
			Text      struct{ Type, Text string }
			Accessory *struct {
				Type     string
				ImageURL string `json:"image_url"`
				AltText  string `json:"alt_text"`
			}
		}
	}
	got := sent[body](t, messages.Slack, hostile)
	want := "*<https://social.example/w/1/watches/2?a=%7Cb%3E|&lt;!channel&gt; ∗x∗ [click](https://evil.example) @everyone next>*\n• A &amp; &lt;b&gt; https://example.com/a_b_c?x=1&amp;y\n• second"
	if len(got.Blocks) != 1 || got.Blocks[0].Type != "section" || got.Blocks[0].Text.Type != "mrkdwn" || got.Blocks[0].Text.Text != want {
		t.Errorf("%+v", got)
	}
	if a := got.Blocks[0].Accessory; a == nil || a.Type != "image" || a.ImageURL != hostile.Picture || a.AltText == "" || strings.Contains(got.Text, "<") {
		t.Errorf("%+v", got)
	}
	long := sent[body](t, messages.Slack, messages.Message{Title: strings.Repeat("ü", 9000), Text: strings.Repeat("ü", 9000), Link: "https://a.example"})
	if n := len([]rune(long.Blocks[0].Text.Text)); n != 3000 || long.Blocks[0].Accessory != nil {
		t.Errorf("%d code points", n)
	}
}

func TestDiscordTakesTheMessage(t *testing.T) {
	type body struct {
		Embeds []struct {
			Title, URL, Description, Timestamp string
			Image                              *struct{ URL string }
		}
		AllowedMentions struct{ Parse []string } `json:"allowed_mentions"`
	}
	got := sent[body](t, messages.Discord, hostile)
	if len(got.Embeds) != 1 || got.AllowedMentions.Parse == nil || len(got.AllowedMentions.Parse) != 0 {
		t.Fatalf("%+v", got)
	}
	e := got.Embeds[0]
	if e.Title != "\\<!channel\\> \\*x\\* \\[click\\](https://evil.example) @\u200beveryone next" || e.Description != "• A & \\<b\\> https://example.com/a_b_c?x=1&y\n• second" ||
		e.Image == nil || e.Image.URL != hostile.Picture || e.Timestamp != "2026-11-20T12:00:00Z" || strings.ContainsAny(e.URL, "|>") {
		t.Errorf("%+v", e)
	}
	long := sent[body](t, messages.Discord, messages.Message{Title: strings.Repeat("*", 900), Text: strings.Repeat("*", 9000), Link: "https://a.example", At: at})
	if n, m := len([]rune(long.Embeds[0].Title)), len([]rune(long.Embeds[0].Description)); n != 256 || m != 4096 {
		t.Errorf("%d and %d code points", n, m)
	}
}

func TestNtfyTakesTheMessage(t *testing.T) {
	r, err := messages.Ntfy(messages.Message{Title: "Größe\r\nX-Evil: 1", Text: "• A", Link: "https://social.example/w/1", Picture: "https://social.example/p", At: at})
	if err != nil || string(r.Body) != "• A" || r.ContentType != "text/plain; charset=utf-8" || r.Header["Title"] != "=?utf-8?b?R3LDtsOfZSBYLUV2aWw6IDE=?=" ||
		r.Header["Click"] != "https://social.example/w/1" || r.Header["Attach"] != "https://social.example/p" {
		t.Errorf("%s %+v, %v", r.Body, r, err)
	}
	r, err = messages.Ntfy(messages.Message{Title: "Plain", Text: strings.Repeat("😀", 9000)})
	if _, attached := r.Header["Attach"]; err != nil || attached || len(r.Body) > 4096 || r.Header["Title"] != "Plain" {
		t.Errorf("%d bytes, %+v, %v", len(r.Body), r.Header, err)
	}
	if r, _ := messages.Ntfy(messages.Message{Title: "Plain"}); string(r.Body) != "Plain" {
		t.Errorf("%q", r.Body)
	}
}
