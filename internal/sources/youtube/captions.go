package youtube

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// track is one file of captions.
type track struct {
	address, language, name string
	automatic               bool
}

// listed returns the track in the form of an item's list of captions.
func (t track) listed() content.CaptionTrack {
	return scan.Caption(t.language, t.name, t.automatic)
}

// addTranscript adds to an item the best captions in the requested language and the list of all captions. A video is
// considered to have none after two complete answers without captions, or one if its page also offers no transcript. If the
// page offers one although the answers have none, the captions are withheld. A refused client says nothing about captions.
func (s *site) addTranscript(ctx context.Context, item *content.Item, r sources.ItemRequest, v responses) error {
	var refusal error
	without := 0 // complete answers without captions
	offered, known := false, false
	for i := 0; i < len(v.apps); i++ {
		if v.apps[i].isComplete() {
			err := s.addTranscriptOf(ctx, item, r.Language, v.apps[i].player)
			if len(item.Captions) == 0 {
				without++
			} else if err == nil {
				return nil
			}
			refusal = err
		}
		if without == 1 && i == 0 {
			if offered, known = s.offersTranscript(ctx, r.Link.LocalID); known && !offered {
				return nil
			}
		}
		if len(v.apps) == 1 { // the other app's caption addresses may work
			v.apps = append(v.apps, s.askAndroid(ctx, r.Link.LocalID))
		}
	}
	switch {
	case refusal != nil:
		return refusal
	case without > 1 && !offered:
		return nil
	case without > 1:
		return apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	case without == 0 && v.page.isComplete():
		return s.addTranscriptOf(ctx, item, r.Language, v.page)
	}
	item.Captions = nil
	return mediaRefusal(v.apps)
}

// offersTranscript reports whether the page around a video has a transcript panel. known is false if the page did not answer.
func (s *site) offersTranscript(ctx context.Context, id string) (offered, known bool) {
	doc, err := s.watchNext(ctx, id)
	return err == nil && strings.Contains(doc.top["engagementPanels"].Raw, "engagement-panel-searchable-transcript"), err == nil
}

func (s *site) addTranscriptOf(ctx context.Context, item *content.Item, language string, p player) error {
	list := tracks(p.captions)
	item.Captions = make([]content.CaptionTrack, len(list))
	for i, t := range list {
		item.Captions[i] = t.listed()
	}
	t, ok := chooseTrack(list, defaultTrack(p.captions))
	if language != "" {
		n := scan.InLanguage(item.Captions, language)
		if ok = n >= 0; ok {
			t = list[n]
		}
	}
	if !ok {
		return nil
	}
	lines, err := s.captions(ctx, t)
	if err != nil || len(lines) == 0 {
		return err
	}
	item.Transcript = scan.Transcript(t.language, t.listed().Source, lines)
	return nil
}

// captions fetches one file. An empty answer means that the visitor is blocked, never that there are no captions.
func (s *site) captions(ctx context.Context, t track) ([]content.Segment, error) {
	address, err := url.Parse(t.address)
	if err != nil || t.address == "" {
		return nil, sources.Missing("captions.baseUrl")
	}
	query := address.Query()
	query.Set("fmt", "json3")
	address.RawQuery = query.Encode()
	if address.Host == "" {
		address.Scheme, address.Host = "https", "www.youtube.com"
	}
	a, err := s.fetch.Fetch(ctx, sources.Request{URL: address.String(), Header: map[string]string{"Cookie": consent}})
	if err != nil {
		return nil, err
	}
	body := bytes.TrimSpace(a.Body)
	if len(body) == 0 || a.Status >= 300 {
		return nil, apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	}
	lines, err := scan.TimedText(body)
	switch {
	case err == nil:
		return lines, nil
	case body[0] == '<':
		return nil, apierror.Wrap(errPage, apierror.CodeRouteDegraded)
	}
	return nil, sources.Missing("captions")
}

func tracks(captions gjson.Result) (out []track) {
	for v := range scan.Elements(captions.Get("captionTracks")) {
		out = append(out, track{v.Get("baseUrl").String(), v.Get("languageCode").String(), text(v.Get("name")), v.Get("kind").String() == "asr"})
	}
	return out
}

// defaultTrack returns the index of the captions for the video's own sound, or -1 if the platform names none.
func defaultTrack(captions gjson.Result) int {
	sound := captions.Get("audioTracks").Array()
	at := int(captions.Get("defaultAudioTrackIndex").Int())
	if at < 0 || at >= len(sound) {
		return -1
	}
	if i := sound[at].Get("defaultCaptionTrackIndex"); i.Exists() {
		return int(i.Int())
	}
	return -1
}

// chooseTrack prefers captions that people wrote in the spoken language, which is the one of the automatic captions;
// then captions for the video's own sound; then automatic ones; and a translation only if there is nothing else.
func chooseTrack(list []track, usual int) (track, bool) {
	spoken := -1
	for i, t := range list {
		if t.automatic {
			spoken = i
			break
		}
	}
	if spoken >= 0 {
		for _, same := range []func(a, b string) bool{strings.EqualFold, sameLanguage} {
			for _, t := range list {
				if !t.automatic && same(t.language, list[spoken].language) {
					return t, true
				}
			}
		}
	}
	switch {
	case usual >= 0 && usual < len(list):
		return list[usual], true
	case spoken >= 0:
		return list[spoken], true
	case len(list) > 0:
		return list[0], true
	}
	return track{}, false
}

// sameLanguage compares without the region: "en" and "en-GB" are the same language.
func sameLanguage(a, b string) bool {
	a, _, _ = strings.Cut(a, "-")
	b, _, _ = strings.Cut(b, "-")
	return strings.EqualFold(a, b)
}
