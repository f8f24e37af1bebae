package youtube

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// answers are simulated answers of every endpoint, by what reads them.
func answers(t testing.TB) map[string]answer {
	t.Helper()
	s := &site{fetch: sourcestest.Fetcher(t, simulator.New(), Hosts()...)}
	ask := func(c client, endpoint string, body map[string]any) answer {
		doc, err := s.call(t.Context(), c, endpoint, "", body)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	channel, err := s.channelID(t.Context(), sources.AccountSelector{Handle: "lanternkitchen"})
	if err != nil {
		t.Fatal(err)
	}
	tab := ask(s.web(), "browse", map[string]any{"browseId": channel, "params": tabOf("videos").params})
	id := gjson.Get(tab.raw, `contents.twoColumnBrowseResultsRenderer.tabs.1.tabRenderer.content.richGridRenderer.contents.0.richItemRenderer.content.lockupViewModel.contentId`).String()
	more := firstToken(tab)
	return map[string]answer{
		"player":   ask(s.web(), "player", map[string]any{"videoId": id}),
		"reel":     ask(s.android(), "reel/reel_item_watch", map[string]any{"playerRequest": map[string]any{"videoId": id}}),
		"next":     ask(s.web(), "next", map[string]any{"videoId": id}),
		"account":  tab,
		"list":     tab,
		"more":     ask(s.web(), "browse", map[string]any{"continuation": more}),
		"about":    ask(s.web(), "browse", map[string]any{"continuation": aboutToken(tab)}),
		"comments": ask(s.web(), "next", map[string]any{"continuation": commentsToken(id)}),
		"search":   ask(s.web(), "search", map[string]any{"query": "lantern"}),
	}
}

// firstToken is the token behind a tab's first page.
func firstToken(doc answer) string {
	page, _ := (&site{}).firstPage(context.Background(), doc, "UCinventedinventedinvent", tabOf("videos"), false)
	return page.Next
}

// readers read an answer as the routes do, after it was found to be JSON.
func readers() map[string]func(answer) {
	account := accountRef("UCinventedinventedinvent", "", "")
	player := func(doc answer) {
		v := responses{page: readPlayer(doc)}
		_ = v.page.problem()
		_, _ = v.item("aInvented01", "")
		_, _ = chooseTrack(tracks(v.page.captions), defaultTrack(v.page.captions))
	}
	return map[string]func(answer){
		"player": player, "reel": player,
		"next": func(doc answer) { _ = readNext(doc) },
		"account": func(doc answer) {
			_ = alertError(doc, "account")
			_, _ = readChannel(doc, "UCinventedinventedinvent")
			_ = aboutToken(doc)
		},
		"list": func(doc answer) {
			_ = isAgeGated(doc)
			_, _ = (&site{}).firstPage(context.Background(), doc, "UCinventedinventedinvent", tabOf("videos"), false)
		},
		"more": func(doc answer) { _, _ = nextPage(doc, tabOf("shorts"), account) },
		"about": func(doc answer) {
			addAbout(&content.Account{VideoSite: &content.VideoAccount{}}, doc)
			_ = aboutToken(doc)
		},
		"comments": func(doc answer) {
			_ = readComments(&sources.Page[content.Comment]{Item: &sources.ItemRef{}}, doc, "")
			_ = latestToken(doc)
		},
		"search": func(doc answer) {
			_, _ = readResults(doc, func(v gjson.Result) {
				_ = readRow(scan.ReadString(v.Raw), content.KindVideo)
				_, _ = accountRow(v)
			})
		},
	}
}

// inflate makes an answer at least size bytes long, as the platform's are: most of one is about other things.
func inflate(doc []byte, size int) []byte {
	filler := bytes.NewBufferString(`"topbar":[`)
	row := `{"menuNavigationItemRenderer":{"text":{"runs":[{"text":"Send feedback"}]},"icon":{"iconType":"FEEDBACK"},"navigationEndpoint":{"clickTrackingParams":"CBgQ2F4YACITCInventedOnly=","commandMetadata":{"webCommandMetadata":{"ignoreNavigation":true}},"userFeedbackEndpoint":{"additionalDatas":[{"userFeedbackEndpointProductSpecificValueData":{"key":"lockup","value":"shelf"}}]}}}}`
	for filler.Len()+len(doc) < size {
		filler.WriteString(row + ",")
	}
	filler.WriteString(row + "]")
	out := append(bytes.TrimSuffix(bytes.TrimSpace(doc), []byte("}")), ',')
	return append(append(out, filler.Bytes()...), '}')
}

func BenchmarkParse(b *testing.B) {
	docs, read := answers(b), readers()
	for _, name := range []string{"player", "next", "account", "list", "comments", "search"} {
		for _, size := range []struct {
			name  string
			bytes int
		}{{"small", 0}, {"large", 700_000}} {
			doc := []byte(docs[name].raw)
			if size.bytes > 0 {
				doc = inflate(doc, size.bytes)
			}
			b.Run(name+"/"+size.name+"/parse", func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					body, err := parseResponse(&sources.Answer{Status: 200, Body: doc}, client{}, "")
					if err != nil {
						b.Fatal(err)
					}
					read[name](body)
				}
			})
			b.Run(name+"/"+size.name+"/json.Valid", func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					_ = json.Valid(doc)
				}
			})
		}
	}
}

// FuzzRead: whatever a platform says, no reader panics, valid or not.
func FuzzRead(f *testing.F) {
	for _, doc := range answers(f) {
		if len(doc.raw) < 64<<10 {
			f.Add(doc.raw)
		}
	}
	f.Add(`{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"selected":true,"title":"Videos","content":{"richGridRenderer":{"contents":[{"richItemRenderer":{"content":{"reelItemRenderer":{}}}}]}}}}]}}}`)
	f.Add(`{"header":{"carouselHeaderRenderer":{"topicChannelDetailsRenderer":{"title":1}}},"continuationItems":[[],{"commentThreadRenderer":{"comment":{"commentRenderer":{}}}}]}`)
	read := readers()
	f.Fuzz(func(t *testing.T, body string) {
		_, _ = parseResponse(&sources.Answer{Status: 200, Body: []byte(body)}, client{}, "")
		doc, _ := readAnswer(body)
		_ = responses{apps: []appAnswer{{player: readPlayer(doc)}}}.files()
		for _, r := range read {
			r(doc)
		}
	})
}
