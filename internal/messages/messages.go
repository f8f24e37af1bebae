// Package messages formats messages for Slack, Discord and ntfy. It may import nothing of ours; it sends nothing and looks
// nothing up. Titles and texts come from strangers, so they are escaped: they can neither mention people nor hide a link
// behind other words.
package messages

import (
	"cmp"
	"encoding/json"
	"mime"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Message describes an event in words.
type Message struct {
	Title   string
	Text    string // several lines, or ""
	Link    string // the page about it
	Picture string // the address of a picture, or ""
	At      time.Time
}

// Request is the HTTP request that posts a message.
type Request struct {
	Body        []byte
	ContentType string
	Header      map[string]string // beside Content-Type
}

// Limits of the services, in code points: https://docs.slack.dev/reference/block-kit/blocks/section-block,
// https://discord.com/developers/docs/resources/message#embed-object-embed-limits and https://docs.ntfy.sh/publish/#limitations.
const (
	slackSection = 3000
	slackPicture = 3000
	discordTitle = 256
	discordText  = 4096
	ntfyText     = 4096 / 4 // the limit is in bytes, and a code point has at most four
	ntfyTitle    = 200
)

// Slack formats a message for an incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks.
func Slack(m Message) (Request, error) {
	type object map[string]any
	title := slackText(clean(m.Title, slackSection/4))
	text := "*<" + address(m.Link) + "|" + strings.ReplaceAll(title, "*", "∗") + ">*"
	if m.Text != "" {
		text += "\n" + slackText(m.Text)
	}
	section := object{"type": "section", "text": object{"type": "mrkdwn", "text": short(text, slackSection)}}
	if m.Picture != "" && len(m.Picture) <= slackPicture {
		section["accessory"] = object{"type": "image", "image_url": m.Picture, "alt_text": clean(m.Title, discordTitle)}
	}
	return asJSON(object{"text": short(title, slackSection), "blocks": []object{section}, "unfurl_links": false, "unfurl_media": false})
}

// slackText escapes what Slack interprets as a link or a mention.
var slackText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

// Discord formats a message for a webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook.
func Discord(m Message) (Request, error) {
	type object map[string]any
	embed := object{"title": short(discordWords(clean(m.Title, discordTitle)), discordTitle), "url": address(m.Link), "timestamp": m.At.UTC().Format(time.RFC3339)}
	if m.Text != "" {
		embed["description"] = short(discordWords(m.Text), discordText)
	}
	if m.Picture != "" {
		embed["image"] = object{"url": m.Picture}
	}
	return asJSON(object{"embeds": []object{embed}, "allowed_mentions": object{"parse": []string{}}})
}

// discordWords escapes Markdown, except in addresses.
func discordWords(text string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		words := strings.Split(line, " ")
		for n, word := range words {
			if !strings.HasPrefix(word, "https://") {
				words[n] = discordMarks.Replace(word)
			}
		}
		b.WriteString(strings.Join(words, " "))
	}
	return b.String()
}

var discordMarks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "#", `\#`, "[", `\[`, "]", `\]`, "<", `\<`, "@", "@\u200b")

// Ntfy formats a message for a topic: https://docs.ntfy.sh/publish. The text is the body; the rest goes into headers.
func Ntfy(m Message) (Request, error) {
	r := Request{Body: []byte(short(cmp.Or(m.Text, m.Title), ntfyText)), ContentType: "text/plain; charset=utf-8",
		Header: map[string]string{"Title": mime.BEncoding.Encode("utf-8", clean(m.Title, ntfyTitle)), "Click": address(m.Link)}}
	if m.Picture != "" {
		r.Header["Attach"] = address(m.Picture)
	}
	return r, nil
}

func asJSON(message any) (Request, error) {
	body, err := json.Marshal(message)
	return Request{Body: body, ContentType: "application/json"}, err
}

// clean returns a text in one line, without characters that hide or reverse letters.
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
	return short(strings.Join(strings.Fields(text), " "), most)
}

// short truncates a text to a number of code points.
func short(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// address escapes the characters that would end a link in a message.
func address(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return strings.NewReplacer("|", "%7C", ">", "%3E", "<", "%3C").Replace(u.String())
}
