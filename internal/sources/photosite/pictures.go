package photosite

import "socialdata/internal/sources/wire"

// picture reads the sizes of the post's picture, and the address of its video. A carousel shows its first picture.
func (f *facts) picture(key string, r *wire.Reader) bool {
	switch key {
	case "image_versions2":
		addCandidates(&f.pictures, r)
	case "display_resources":
		addList(&f.pictures, r)
	case "display_uri", "display_url":
		f.pictures.Add(r.Value().String(), nil, nil)
	case "carousel_media":
		for range r.Array() {
			if len(f.first.List) == 0 {
				addChild(&f.first, r)
			}
		}
	case "video_versions":
		for range r.Array() {
			if f.video == "" {
				f.video = r.Fields("url")["url"].String()
			}
		}
	case "video_url":
		f.video = r.Value().String()
	default:
		return false
	}
	return true
}

func addChild(p *wire.Pictures, r *wire.Reader) {
	for key := range r.Object() {
		if key == "image_versions2" {
			addCandidates(p, r)
		}
	}
}

func addCandidates(p *wire.Pictures, r *wire.Reader) {
	for key := range r.Object() {
		if key == "candidates" {
			addList(p, r)
		}
	}
}

// addList adds sizes of the v1 names {url, width, height} or the edge_… names {src, config_width, config_height}.
func addList(p *wire.Pictures, r *wire.Reader) {
	for range r.Array() {
		var address string
		var width, height *int64
		for key := range r.Object() {
			switch key {
			case "url", "src":
				address = r.Value().String()
			case "width", "config_width":
				width = wire.Int(r.Value())
			case "height", "config_height":
				height = wire.Int(r.Value())
			}
		}
		p.Add(address, width, height)
	}
}
