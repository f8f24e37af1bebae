package simulator

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// photoPerson is an invented account of Instagram.
type photoPerson struct {
	pk                 int64
	handle, name, bio  string
	verified, private  bool
	known              bool // not in the sample
	hidesLikes         bool
	followers, follows int64
	posts              []*photoPost // newest first
}

// photoPost is an invented post.
type photoPost struct {
	pk       int64
	kind     int // media_type: 1 image, 2 video, 8 carousel
	product  string
	text     string
	noText   bool
	taken    int64
	millis   int64
	captions bool
	likes    int64
	comments []*photoComment
}

type photoComment struct {
	pk      int64
	author  *photoPerson
	text    string
	created int64
}

// photoEpoch is the time of the newest invented post.
const photoEpoch = 1758000000

// photoPeople invents the same people every time.
func photoPeople() []*photoPerson {
	people := []*photoPerson{
		{pk: 900101, handle: "lumen.harbor", name: "Lumen Harbor", bio: "lighthouses and the people inside", verified: true, followers: 268457, follows: 194},
		{pk: 900102, handle: "fern.and.flint", name: "Fern & Flint", bio: "foraging, knapping", followers: 8123, follows: 412},
		{pk: 900103, handle: "paper.kites", name: "Paper Kites", bio: "we fold", hidesLikes: true, followers: 55012, follows: 12},
		{pk: 900104, handle: "hushed.garden", name: "Hushed Garden", bio: "ask at the gate", private: true, followers: 378, follows: 228},
		{pk: 900105, handle: "blank.canvas", name: "Blank Canvas", bio: ""},
	}
	for i, count := range []int{46, 15, 8, 5} {
		for n := range count {
			people[i].posts = append(people[i].posts, newPhotoPost(i, n))
		}
	}
	chat(people)
	return append(people, cabinet(), knownPhotos(people))
}

// cabinet returns an account of pictures in unusual file formats.
func cabinet() *photoPerson {
	p := &photoPerson{pk: 900106, handle: "curio.cabinet", name: "Curio Cabinet", bio: "one of each", followers: 31}
	for _, code := range []string{PhotoSigned, PhotoPNG} {
		post := newPhotoPost(5, 1)
		post.pk, _ = strconv.ParseInt(photoPK(code), 10, 64)
		p.posts = append(p.posts, post)
	}
	return p
}

// knownPhotos returns the account for checking whether the site works. It is not in the sample.
func knownPhotos(people []*photoPerson) *photoPerson {
	p := &photoPerson{pk: 25025320, handle: "instagram", name: "The Site Itself", verified: true, followers: 9, known: true}
	post := newPhotoPost(5, 1)
	post.pk, _ = strconv.ParseInt(photoPK("BsOGulcndj-"), 10, 64)
	post.comments = []*photoComment{newPhotoComment(people[0], post, 0)}
	p.posts = []*photoPost{post}
	return p
}

func newPhotoPost(person, n int) *photoPost {
	p := &photoPost{
		pk: 3_700_000_000_000_000_000 - int64(n)*1_000_000_000_000 - int64(person), taken: photoEpoch - int64(n)*70000 - int64(person),
		text: photoCaptions[person%len(photoCaptions)].text(n), likes: int64(40 + n*n*31), noText: n%9 == 8,
	}
	switch n % 4 {
	case 0:
		p.kind, p.product, p.millis, p.captions = 2, "clips", filmSeconds*1000+38, n%8 == 0
	case 1:
		p.kind, p.product = 1, "feed"
	case 2:
		p.kind, p.product = 8, "carousel_container"
	case 3:
		p.kind, p.product, p.millis = 2, "feed", filmSeconds*1000+38
	}
	return p
}

// chat adds the people's comments: two pages for the first person's newest post, few or none for the others.
func chat(people []*photoPerson) {
	for i, p := range people {
		for n, post := range p.posts {
			count := n % 3
			if i == 0 && n == 0 {
				count = 27
			}
			for k := range count {
				post.comments = append(post.comments, newPhotoComment(people[k%3], post, k))
			}
		}
	}
}

func newPhotoComment(author *photoPerson, on *photoPost, k int) *photoComment {
	return &photoComment{pk: 17_900_000_000_000_000 + on.pk%1_000_000*1000 + int64(k), author: author, text: fmt.Sprintf("line %d", k+1), created: on.taken + int64(k)*90}
}

// photoDigits encode a pk in base 64, which is the post's shortcode.
const photoDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func (p *photoPost) code() string {
	var code []byte
	for n := p.pk; n > 0; n /= 64 {
		code = append([]byte{photoDigits[n%64]}, code...)
	}
	return string(code)
}

// photoPK returns the pk of a shortcode.
func photoPK(code string) string {
	pk := new(big.Int)
	for _, c := range code {
		pk.Add(pk.Lsh(pk, 6), big.NewInt(int64(strings.IndexRune(photoDigits, c))))
	}
	return pk.String()
}

func (s *photoSite) person(handle string) *photoPerson {
	return first(s.people, func(p *photoPerson) bool {
		return strings.EqualFold(p.handle, handle) || strconv.FormatInt(p.pk, 10) == handle
	})
}

// find returns a post by its shortcode or pk; posts of private people are not found, as for visitors.
func (s *photoSite) find(id string) (*photoPerson, *photoPost) {
	for _, p := range s.people {
		for _, post := range p.posts {
			if !p.private && (post.code() == id || strconv.FormatInt(post.pk, 10) == id) {
				return p, post
			}
		}
	}
	return nil, nil
}

func (s *photoSite) publish(account string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.person(account)
	if p == nil {
		return ""
	}
	s.published++
	post := newPhotoPost(0, 1)
	post.pk, post.taken, post.text = 3_700_000_000_000_000_000+s.published*1_000_000_000_000, photoEpoch+s.published*60, "A new plate of the series"
	p.posts = append([]*photoPost{post}, p.posts...)
	return post.code()
}

// date moves the posts of each account up to a moment; their ids stay.
func (s *photoSite) date(until int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, p := range s.people {
		for n, post := range p.posts {
			by := publishedBefore(until, i, n) - post.taken
			post.taken += by
			for _, c := range post.comments {
				c.created += by
			}
		}
	}
}

func (s *photoSite) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.people {
		p.posts = slices.DeleteFunc(p.posts, func(post *photoPost) bool { return post.code() == id })
	}
}
