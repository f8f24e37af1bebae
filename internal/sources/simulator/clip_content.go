package simulator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// clipPerson is an invented account of TikTok.
type clipPerson struct {
	id, handle, name, bio, link string
	verified, private           bool
	known                       bool // not in the sample
	followers, likes            int64
	clips                       []*clip // newest first
}

// clip is an invented item.
type clip struct {
	id       int64 // its upper half is the upload time in seconds, as on the platform
	text     string
	created  int64
	seconds  int64
	pictures int // of a photo post
	pinned   bool
	captions bool
	views    int64
	comments []*clipComment
}

type clipComment struct {
	id      int64
	author  *clipPerson
	text    string
	created int64
	pinned  bool
	replies []*clipComment
}

// clipEpoch is the upload time of the newest invented clip.
const clipEpoch = 1760000000

// clipPeople invents the same people every time.
func clipPeople() []*clipPerson {
	people := []*clipPerson{
		{id: "6800000000000000101", handle: "mira.oven", name: "Mira Oven", bio: "bread, mostly", link: "miraoven.example/recipes", verified: true, followers: 783427, likes: 3922256},
		{id: "6800000000000000102", handle: "tidepool.tess", name: "Tess at the Tidepool", bio: "small animals, large sea", followers: 45210, likes: 812345},
		{id: "6800000000000000103", handle: "otto.lathe", name: "Otto Lathe", bio: "wood in, shavings out", verified: true, followers: 12873, likes: 90871},
		{id: "6800000000000000104", handle: "quiet.attic", name: "The Quiet Attic", bio: "for friends", private: true, followers: 87},
		{id: "6800000000000000105", handle: "newly.hatched", name: "Newly Hatched", bio: ""},
	}
	for i, count := range []int{48, 14, 9} {
		for n := range count {
			c := newClip(i, n, clipCaptions[i])
			c.views = audience(people[i].followers, people[i].handle, n)
			people[i].clips = append(people[i].clips, c)
		}
	}
	pin(people[0], 20, 31)
	converse(people)
	return append(people, parcels(), knownClips(people))
}

// parcels returns an account of clips with broken files.
func parcels() *clipPerson {
	p := &clipPerson{id: "6800000000000000106", handle: "odd.parcels", name: "Odd Parcels", bio: "what is in the box?", followers: 12}
	for n, id := range []string{ClipNoVideo, ClipForbidden} {
		c := newClip(3, n, about("a parcel"))
		c.id, _ = strconv.ParseInt(id, 10, 64)
		p.clips = append(p.clips, c)
	}
	return p
}

// knownClips returns the account for checking whether the site works: its clip has a comment and the word that is
// searched for. It is not in the sample.
func knownClips(people []*clipPerson) *clipPerson {
	p := &clipPerson{id: "107955", handle: "tiktok", name: "The Site Itself", followers: 9, known: true}
	c := newClip(3, 1, about("cat"))
	c.id, c.captions = 6718335390845095173, true
	c.comments = []*clipComment{newClipComment(people, c, 0, 0)}
	p.clips = []*clip{c}
	return p
}

func newClip(person, n int, words captions) *clip {
	created := int64(clipEpoch) - int64(n)*86400 - int64(person)*3600
	c := &clip{
		id: created<<32 | int64(person)<<16 | int64(n), text: words.text(n),
		created: created, seconds: filmSeconds, views: int64(1000+n*n*7919) + int64(person), captions: n%3 == 0,
	}
	switch {
	case n%11 == 5:
		c.pictures, c.captions = 1, false
	case n%7 == 4:
		c.pictures, c.captions = 4, false
	}
	return c
}

func pin(p *clipPerson, places ...int) {
	for _, n := range places {
		p.clips[n].pinned = true
	}
}

// converse adds the people's comments: several pages for the first clip, few or none for the others.
func converse(people []*clipPerson) {
	for i, p := range people {
		for n, c := range p.clips {
			count := n % 4
			if i == 0 && n == 0 {
				count = 45
			}
			for k := range count {
				c.comments = append(c.comments, newClipComment(people, c, k, k%5))
			}
			if count > 0 {
				c.comments[0].pinned = true
			}
		}
	}
	people[0].clips[0].comments[0].replies = nil
	for k := range 25 {
		first := people[0].clips[0].comments[0]
		first.replies = append(first.replies, newClipComment(people, people[0].clips[0], 100+k, 0))
	}
}

func newClipComment(people []*clipPerson, on *clip, k, replies int) *clipComment {
	c := &clipComment{
		id: on.id + int64(k+1)<<20, author: people[k%3], text: fmt.Sprintf("comment number %d", k+1), created: on.created + int64(k)*60,
	}
	for r := range replies {
		c.replies = append(c.replies, newClipComment(people, on, 1000+k*10+r, 0))
	}
	return c
}

func (s *clipSite) person(handle string) *clipPerson {
	return first(s.people, func(p *clipPerson) bool { return strings.EqualFold(p.handle, handle) })
}

// find returns an item by its decimal id.
func (s *clipSite) find(id string) (*clipPerson, *clip) {
	for _, p := range s.people {
		if c := first(p.clips, func(c *clip) bool { return strconv.FormatInt(c.id, 10) == id }); c != nil {
			return p, c
		}
	}
	return nil, nil
}

// tideFinds are the captions of published clips, in turns.
var tideFinds = []string{"low tide, new finds", "a crab that looks back", "what the storm left", "an anemone closes", "the pool after dark"}

func (s *clipSite) publish(account string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.person(account)
	if p == nil {
		return ""
	}
	s.published++
	created := int64(clipEpoch) + s.published*60
	id := created<<32 | 7<<20 | s.published
	if s.now != nil {
		created = s.now()
	}
	c := &clip{id: id, text: tideFinds[s.published%int64(len(tideFinds))], created: created, seconds: filmSeconds, views: 900 + s.published*7919%28_000}
	p.clips = append([]*clip{c}, p.clips...)
	return strconv.FormatInt(c.id, 10)
}

// follow makes published items carry the time of a clock, and counts them from a number on.
func (s *clipSite) follow(now func() int64, from int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.published = now, from
}

// date moves the items of each account up to a moment; their ids stay.
func (s *clipSite) date(until int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, p := range s.people {
		for n, c := range p.clips {
			by := publishedBefore(until, i, n) - c.created
			c.created += by
			for _, k := range c.comments {
				k.created += by
				for _, reply := range k.replies {
					reply.created += by
				}
			}
		}
	}
}

func (s *clipSite) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.people {
		p.clips = slices.DeleteFunc(p.clips, func(c *clip) bool { return strconv.FormatInt(c.id, 10) == id })
	}
	s.status[id] = clipStatus{10204, "item_privacy_authorization&status_deleted"}
}
