package instagram

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// addTranscript adds the captions of a video to an item, if they are in the requested language.
func (s *site) addTranscript(ctx context.Context, item *content.Item, language string, p media) (err error) {
	if p.captions != "" {
		item.Captions = []content.CaptionTrack{scan.Caption(p.language, "", true)}
		if scan.InLanguage(item.Captions, language) < 0 {
			return nil
		}
	}
	item.Transcript, err = s.transcript(ctx, p)
	return err
}

// transcript fetches the captions of a video, which are always automatic. It returns nil if there are none; captions
// that exist and cannot be read are an error.
func (s *site) transcript(ctx context.Context, p media) (*content.Transcript, error) {
	video := p.kind == content.KindVideo || p.kind == content.KindShort
	switch {
	case p.captions == "" && p.partial && video:
		return nil, sources.Degraded("the source that names the captions refused")
	case p.captions == "":
		return nil, nil
	}
	segments, err := sources.FetchCaptions(ctx, s.fetcher, sources.Request{URL: p.captions}, scan.SRT)
	if err != nil {
		return nil, err
	}
	return scan.Transcript(p.language, content.AutomaticCaptions, segments), nil
}
