package instagram

import (
	"cmp"
	"context"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// files are the files of a post: its own, or those of a carousel's parts.
type files struct {
	own      sources.MediaFile
	children [][]byte
	ready    []sources.MediaFile // of the parts, if the source has them separately
}

// files reads one post with its files. A partial source without files does not mean that the post has none.
func (s *site) files(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	p, err := s.media(ctx, r.Link.LocalID)
	if err != nil {
		return nil, err
	}
	item, err := s.buildItem(ctx, p, r)
	if err != nil {
		return nil, err
	}
	files := p.files.list()
	if p.partial && len(files) == 0 {
		return nil, sources.Degraded("the source that names the files refused")
	}
	return &sources.Media{Item: item, Files: files}, nil
}

// list returns the post's own file, or those of a carousel's parts in order.
func (f files) list() []sources.MediaFile {
	found := sources.Files{Hosts: Hosts()}
	for _, raw := range f.children {
		found.AddPart(part(scan.Read(raw)))
	}
	for _, file := range f.ready {
		found.AddPart(file)
	}
	if len(found.List) == 0 {
		found.Add(f.own)
	}
	return found.Parts()
}

// part reads the file of one part of a carousel. accessibility_caption is its alternative text, written by the author or
// the platform.
func part(r *scan.Reader) sources.MediaFile {
	var f facts
	var alt *string
	for key := range r.Object() {
		if key == "accessibility_caption" {
			alt = scan.Text(r.Value())
			continue
		}
		f.read(key, r)
	}
	file := f.file()
	if file.Kind == "" {
		file.Kind = mediaKind(f.contentKind() != content.KindImage)
	}
	file.AltText = alt
	file.Name = cmp.Or(f.pk, mediaPK(f.code))
	return file
}

// file returns the post's own file: its video, else its widest picture. A carousel has none.
func (f *facts) file() sources.MediaFile {
	kind := f.contentKind()
	if f.video.URL != "" {
		return f.video
	}
	if kind != content.KindImage {
		return sources.MediaFile{}
	}
	file := sources.MediaFile{Kind: content.MediaImage}
	for _, p := range f.pictures.List {
		if width := scan.OrZero(p.Width); file.URL == "" || width > file.Width {
			file.URL, file.Width, file.Height, file.ExpiresAt = p.URL, width, scan.OrZero(p.Height), p.ExpiresAt
		}
	}
	return file
}

// version reads one rendition of a video. The platform lists the best first.
func version(m map[string]gjson.Result) sources.MediaFile {
	return video(m["url"].String(), scan.OrZero(scan.Int(m["width"])), scan.OrZero(scan.Int(m["height"])))
}

func video(address string, width, height int64) sources.MediaFile {
	return sources.MediaFile{Kind: content.MediaVideo, URL: address, Width: width, Height: height, ExpiresAt: scan.Expiry(address)}
}
