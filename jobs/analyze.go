package jobs

import (
	"cmp"
	"context"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/media/creative"
	"socialdata/internal/media/provenance"
	"socialdata/internal/media/shots"
)

// Analyze implements Media. Provenance is read from the bytes as they were received. Facts that no engine could measure stay
// empty.
func (p *MediaPipeline) Analyze(ctx context.Context, d *Download, facts *media.Facts, item *content.Item, t *content.Transcript) (content.MachineDerived, error) {
	derived := machineFacts(facts)
	poster, err := p.Engine.Poster(ctx, d.Path, facts, d.Path+".jpg")
	if err != nil {
		return derived, err
	}
	if poster != nil {
		d.Poster = poster.Path
	}
	if derived.AIProvenance, err = p.origin(ctx, cmp.Or(d.Picture, d.Path), item); err != nil { // joining would lose its marks
		return derived, err
	}
	if reason := derived.AIProvenance.C2PA.Reason; reason != nil && d.Picture != "" {
		*reason += " This is about the picture as it was received, before its sound was joined to it."
	}
	takes, err := p.Engine.Shots(ctx, d.Path, facts)
	if err != nil {
		return derived, err
	}
	d.Shots = shotHashes(takes)
	derived.CreativeSpec = p.refine(ctx, d.Path, facts, creative.Describe(describeInput(facts, takes, item, t)))
	return derived, nil
}

// origin reads what a file claims about its origin, and validates its C2PA manifest if there is one.
func (p *MediaPipeline) origin(ctx context.Context, path string, item *content.Item) (*content.AIProvenance, error) {
	evidence, err := provenance.ReadFile(path)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	ai, _ := provenance.Judge(evidence, provenance.Description{Text: platformText(item)})
	ai.C2PA = content.NoC2PA()
	if !evidence.C2PAPresent {
		return &ai, nil
	}
	ai.C2PA, err = p.C2PA.CheckFile(ctx, path)
	if err != nil && ctx.Err() == nil {
		err = apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return &ai, err
}

// refine lets the operator's model improve the description. If it fails, the import goes on without it.
func (p *MediaPipeline) refine(ctx context.Context, path string, facts *media.Facts, spec *content.CreativeSpec) *content.CreativeSpec {
	if p.Model == nil || spec == nil || len(spec.Shots) == 0 {
		return spec
	}
	moments := []int64{}
	for _, s := range spec.Shots[:min(len(spec.Shots), creative.MaxStills)] {
		moments = append(moments, (s.StartMs+s.EndMs)/2)
	}
	pictures, err := p.Engine.Stills(ctx, path, facts, moments)
	if err != nil {
		p.Log.Warn("the model was shown no stills", "cause", apierror.Redact(err))
	}
	stills := make([]creative.Still, 0, len(pictures))
	for n, jpeg := range pictures {
		stills = append(stills, creative.Still{Shot: n, JPEG: jpeg})
	}
	better, err := p.Model.Refine(ctx, spec, stills)
	if err != nil {
		p.Log.Warn("the model did not help", "cause", apierror.Redact(err))
	}
	return better
}

// machineFacts returns the measured facts in their public shape.
func machineFacts(f *media.Facts) content.MachineDerived {
	return content.MachineDerived{MediaKind: &f.Kind, DetectedContentType: &f.ContentType, MeasuredBytes: &f.Bytes, MeasuredDurationMs: f.DurationMs,
		Width: f.Width, Height: f.Height, HasVideoTrack: f.HasVideo, HasAudioTrack: f.HasAudio}
}

// describeInput returns the input of a creative description.
func describeInput(f *media.Facts, takes []shots.Shot, item *content.Item, t *content.Transcript) creative.Input {
	in := creative.Input{Kind: f.Kind, Shots: takes, Transcript: t, Title: item.Title, Text: item.Text,
		DurationMs: zeroIfNil(f.DurationMs), Width: zeroIfNil(f.Width), Height: zeroIfNil(f.Height)}
	if item.Ad != nil {
		for _, c := range item.Ad.Creatives {
			if c.CTAText != nil {
				in.Links = append(in.Links, *c.CTAText)
			}
		}
	}
	return in
}

func zeroIfNil[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// platformText joins the texts that the platform shows of the item.
func platformText(item *content.Item) string {
	words := []string{}
	for _, w := range []*string{item.Title, item.Text} {
		if w != nil {
			words = append(words, *w)
		}
	}
	return strings.Join(words, "\n")
}
