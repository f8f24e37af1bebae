package photosite

import (
	"bytes"
	"context"
	"errors"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// transcript fetches the captions of a video, which the platform hears itself. nil without any; captions that exist and
// cannot be read are an error.
func (s *site) transcript(ctx context.Context, p media) (*content.Transcript, error) {
	video := p.kind == content.KindVideo || p.kind == content.KindShort
	switch {
	case p.captions == "" && p.partial && video:
		return nil, fault.Wrap(errors.New("the source that names the captions refused"), fault.RouteDegraded)
	case p.captions == "":
		return nil, nil
	}
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: p.captions})
	if err != nil {
		return nil, err
	}
	if a.Status >= 400 || len(bytes.TrimSpace(a.Body)) == 0 {
		return nil, fault.New(fault.RouteDegraded)
	}
	segments, err := wire.SRT(a.Body)
	if err != nil {
		return nil, fault.Wrap(err, fault.SourceChanged, "missing", []string{"captions"})
	}
	return wire.Transcript(p.language, content.AutomaticCaptions, segments), nil
}
