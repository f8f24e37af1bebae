package simulator

import (
	"fmt"
	"strings"
)

// Sample has links of one platform to try, newest first.
type Sample struct {
	Platform string
	Items    []string       // links to items
	Accounts []string       // selectors of accounts whose items can be listed
	Lists    []string       // links to lists other than an account's
	Albums   map[string]int // number of pictures and videos of items with several
}

// add adds a link to an item with a number of pictures and videos.
func (s *Sample) add(item string, parts int) {
	s.Items = append(s.Items, item)
	if parts > 1 {
		if s.Albums == nil {
			s.Albums = map[string]int{}
		}
		s.Albums[item] = parts
	}
}

// sampler is a platform that can list its links.
type sampler interface{ sample() Sample }

// Samples returns links that the simulator answers, for the demo and tests.
func (s *Simulator) Samples() []Sample {
	var all []Sample
	for _, site := range s.sites {
		if h, ok := site.Handler.(sampler); ok {
			all = append(all, h.sample())
		}
	}
	return all
}

func (s *videoSite) sample() Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Sample{Platform: "video_site", Lists: []string{"https://www.youtube.com/playlist?list=" + PlaylistMade, "https://www.youtube.com/hashtag/" + HashtagPlayed}}
	for _, c := range s.channels {
		if c.known {
			continue
		}
		out.Accounts = append(out.Accounts, "video_site:@"+strings.Trim(c.handle, "@"))
		for _, f := range c.tabs[tabVideos] {
			out.Items = append(out.Items, "https://www.youtube.com/watch?v="+f.id)
		}
	}
	return out
}

func (s *clipSite) sample() Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Sample{Platform: "clip_site"}
	for _, p := range s.people {
		if p.private || p.known || len(p.clips) == 0 {
			continue
		}
		out.Accounts = append(out.Accounts, "https://www.tiktok.com/@"+p.handle)
		for _, c := range p.clips {
			out.add(fmt.Sprintf("https://www.tiktok.com/@%s/video/%d", p.handle, c.id), c.pictures)
		}
	}
	return out
}

func (s *photoSite) sample() Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Sample{Platform: "photo_site"}
	for _, p := range s.people {
		if p.private || p.known || len(p.posts) == 0 {
			continue
		}
		out.Accounts = append(out.Accounts, "https://www.instagram.com/"+p.handle+"/")
		for _, post := range p.posts {
			out.add("https://www.instagram.com/p/"+post.code()+"/", post.parts())
		}
	}
	return out
}

func (s *adSite) sample() Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Sample{Platform: "ad_library"}
	for _, p := range s.pages {
		if p.gated || p.known || len(p.adverts) == 0 {
			continue
		}
		out.Accounts = append(out.Accounts, "ad_library:"+p.id)
		for _, a := range p.adverts {
			out.add(fmt.Sprintf("https://www.facebook.com/ads/library/?id=%d", a.id), a.parts())
		}
	}
	return out
}
