package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Wall is one way in which a platform refuses visitors. None is active until it is raised.
type Wall struct {
	Name     string // "photo_site.login_gate"
	Platform string
	Words    string // what a visitor sees

	answer func(http.ResponseWriter, *http.Request) bool // false lets the request through
}

// before returns the answer of a wall that stands before some requests.
func before(stands func(*http.Request) bool, answer http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !stands(r) {
			return false
		}
		answer(w, r)
		return true
	}
}

// beforePath is before for requests whose path begins with a prefix.
func beforePath(prefix string, answer http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
	return before(func(r *http.Request) bool { return begins(r, prefix) }, answer)
}

// begins reports whether the path of a request begins with one of the prefixes.
func begins(r *http.Request, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(r.URL.Path, p) })
}

// Walls returns every wall.
func Walls() []Wall { return slices.Concat(videoWalls, clipWalls, photoWalls, adWalls) }

// Raise activates walls until Lower.
func (s *Simulator) Raise(names ...string) error {
	for _, name := range names {
		i := slices.IndexFunc(Walls(), func(w Wall) bool { return w.Name == name })
		if i < 0 {
			return fmt.Errorf("no wall %q; there are %s", name, strings.Join(wallNames(), ", "))
		}
		s.mu.Lock()
		s.walls = append(s.walls, Walls()[i])
		s.mu.Unlock()
	}
	return nil
}

func wallNames() (names []string) {
	for _, w := range Walls() {
		names = append(names, w.Name)
	}
	return names
}

// Lower deactivates every wall.
func (s *Simulator) Lower() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.walls = nil
}

// playWall sends the answer of an active wall of the platform, if one applies to the request.
func (s *Simulator) playWall(platform string, w http.ResponseWriter, r *http.Request) bool {
	s.mu.Lock()
	up := slices.Clone(s.walls)
	s.mu.Unlock()
	return slices.ContainsFunc(up, func(wall Wall) bool { return wall.Platform == platform && wall.answer(w, r) })
}
