package simulator

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// videoNow is the current time of the simulated YouTube, unless it follows a clock: ages are relative to it.
const videoNow = 1763600000

// channel is an invented account of YouTube.
type channel struct {
	id, handle, name, about, country, joined string
	links                                    []string
	verified, gated                          bool
	known                                    bool // not in the sample
	followers                                int64
	language                                 string     // spoken in its videos
	tabs                                     [3][]*film // videos, shorts, streams; newest first
	titles                                   [3]titles  // of the tabs
	now                                      func() int64
}

// The tabs of a channel.
const (
	tabVideos = iota
	tabShorts
	tabStreams
)

// film is an invented video, short or stream.
type film struct {
	by         *channel
	tab        int
	id, title  string
	text       string
	seconds    int64
	published  int64
	views      int64
	likes      int64 // below 0 means hidden
	live       string
	noComments bool
	subtitles  bool // captions by people, in addition to automatic ones
	silent     bool // no captions
	comments   []*videoComment
}

type videoComment struct {
	id      string
	by      *channel
	text    string
	likes   int64
	age     int64
	pinned  bool
	replies []*videoComment
}

// videoID returns an id of the platform's form, always the same for the same words.
func videoID(words ...any) string {
	sum := sha256.Sum256([]byte(fmt.Sprint(words...)))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:11]
}

// channelID returns a channel's id.
func channelID(handle string) string {
	sum := sha256.Sum256([]byte(handle))
	return "UC" + base64.RawURLEncoding.EncodeToString(sum[:])[:22]
}

// shoot invents the n-th newest item of a channel's tab.
func (c *channel) shoot(tab, n int, subject string) *film {
	f := &film{
		by: c, tab: tab, id: videoID(c.handle, tab, n), title: subject,
		text:    fmt.Sprintf("%s.\n\nMore of it every week, from %s.\nhttps://example.com/%s", subject, c.name, strings.Trim(c.handle, "@")),
		seconds: filmSeconds, published: videoNow - int64(n)*3*86400 - int64(tab+1)*5400,
		views: audience(c.followers, c.handle, tab*1000+n), subtitles: n%3 == 0, silent: n%7 == 6,
	}
	f.likes = f.views / 23
	if tab == tabShorts {
		f.subtitles, f.silent = false, n%2 == 1
	}
	if n%9 == 8 {
		f.likes = -1
	}
	return f
}

// publish adds an item on top of a channel's videos; if they are in a playlist, also at its end.
func (s *videoSite) publish(account string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.named(account)
	if account == PlaylistMade {
		c = s.channels[0]
	}
	if c == nil {
		return ""
	}
	s.published++
	f := c.shoot(tabVideos, 0, c.titles[tabVideos].text(len(c.tabs[tabVideos])+int(s.published)))
	f.id, f.published = videoID(account, "new", s.published), videoNow+s.published
	if c.now != nil {
		f.published = c.now()
	}
	c.tabs[tabVideos] = slices.Insert(c.tabs[tabVideos], 0, f)
	if account == PlaylistMade {
		s.made = append(s.made, f)
	}
	return f.id
}

// age returns how long ago a video was published, as in lists.
func (f *film) age() string {
	if f.by.now == nil {
		return ago(videoNow - f.published)
	}
	return ago(max(f.by.now()-f.published, 1))
}

// follow makes the site use the time of a clock, and counts published items from a number on.
func (s *videoSite) follow(now func() int64, from int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.published = from
	for _, c := range s.channels {
		c.now = now
	}
}

// date moves all videos, so that the newest was published three weeks before a moment.
func (s *videoSite) date(until int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.channels {
		for _, tab := range c.tabs {
			for n, f := range tab {
				f.published += until - videoNow - 22*86400 - int64(n*7919%18)*3600
			}
		}
	}
}

// passDay adds a day's views and likes: more for new items, and for those of accounts that many follow.
func (s *videoSite) passDay() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.channels {
		for _, tab := range c.tabs {
			for n, f := range tab {
				f.views += f.views/int64(60+20*n) + c.followers/4000/int64(n+1) + 1
				if f.likes >= 0 {
					f.likes = f.views / 23
				}
			}
		}
	}
}

// remove removes an item; its address then says that its author removed it.
func (s *videoSite) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.channels {
		for t := range c.tabs {
			c.tabs[t] = slices.DeleteFunc(c.tabs[t], func(f *film) bool { return f.id == id })
		}
	}
	s.made = slices.DeleteFunc(s.made, func(f *film) bool { return f.id == id })
	s.refused[id] = VideoRemoved
}

// named returns a channel by its handle, ignoring case.
func (s *videoSite) named(handle string) *channel {
	return first(s.channels, func(c *channel) bool { return strings.EqualFold(c.handle, strings.TrimPrefix(handle, "@")) })
}

func (s *videoSite) channel(id string) *channel {
	return first(s.channels, func(c *channel) bool { return c.id == id })
}

func (s *videoSite) film(id string) *film {
	for _, c := range s.channels {
		for _, list := range c.tabs {
			if f := first(list, func(f *film) bool { return f.id == id }); f != nil {
				return f
			}
		}
	}
	if strings.HasPrefix(id, VideoPlayed) {
		return s.played(id)
	}
	return nil
}

// played returns the video of an id that begins with VideoPlayed, with the facts of the first channel's first video.
func (s *videoSite) played(id string) *film {
	f := *s.channels[0].tabs[tabVideos][0]
	f.id = id
	if id == VideoChanging {
		f.title = fmt.Sprintf("%s, take %d", f.title, s.takes)
		f.views += s.takes * 1000
		f.likes += s.takes * 10
	}
	return &f
}
