package instagram

import "socialdata/internal/sources/scan"

// readPicture reads the sizes of the post's picture, or the address of its video, and reports whether key is one of
// these. A carousel shows its first picture.
func (f *facts) readPicture(key string, r *scan.Reader) bool {
	switch key {
	case "image_versions2":
		addCandidates(&f.pictures, r)
	case "display_resources":
		addList(&f.pictures, r)
	case "display_uri", "display_url":
		f.pictures.Add(r.Value().String(), nil, nil)
	case "carousel_media":
		for range r.Array() {
			f.child(r)
		}
	case "edge_sidecar_to_children":
		f.edges(r)
	case "video_versions":
		for range r.Array() {
			if f.video.URL == "" {
				f.video = version(r.Fields("url", "width", "height"))
			}
		}
	case "video_url":
		f.video = video(r.Value().String(), 0, 0)
	default:
		return false
	}
	return true
}

// child stores a part of a carousel unread, and the pictures of the first part that has any.
func (f *facts) child(r *scan.Reader) {
	raw := r.Raw()
	f.children = append(f.children, raw)
	if len(f.first.List) > 0 {
		return
	}
	part := scan.Read(raw)
	for key := range part.Object() {
		if key == "image_versions2" {
			addCandidates(&f.first, part)
		}
	}
}

// edges stores the parts of a carousel with edge_… names; the post's own picture is their first one.
func (f *facts) edges(r *scan.Reader) {
	for key := range r.Object() {
		if key != "edges" {
			continue
		}
		for range r.Array() {
			for key := range r.Object() {
				if key == "node" {
					f.children = append(f.children, r.Raw())
				}
			}
		}
	}
}

func addCandidates(p *scan.Pictures, r *scan.Reader) {
	for key := range r.Object() {
		if key == "candidates" {
			addList(p, r)
		}
	}
}

// addList adds sizes of the v1 names {url, width, height} or the edge_… names {src, config_width, config_height}.
func addList(p *scan.Pictures, r *scan.Reader) {
	for range r.Array() {
		var address string
		var width, height *int64
		for key := range r.Object() {
			switch key {
			case "url", "src":
				address = r.Value().String()
			case "width", "config_width":
				width = r.Int()
			case "height", "config_height":
				height = r.Int()
			}
		}
		p.Add(address, width, height)
	}
}
