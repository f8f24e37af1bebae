package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Wall is one of the ways in which a platform keeps visitors out. None stands until it is raised.
type Wall struct {
	Name     string // "photo_site.login_gate"
	Platform string
	Words    string // what a visitor meets

	answer func(http.ResponseWriter, *http.Request) bool // false lets the request through
}

// Walls returns every wall.
func Walls() []Wall { return slices.Concat(videoWalls, clipWalls, photoWalls, adWalls) }

// Raise puts walls up, until Lower.
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

// Lower takes every wall down.
func (s *Simulator) Lower() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.walls = nil
}

// playWall answers where a wall of the platform stands in the way.
func (s *Simulator) playWall(platform string, w http.ResponseWriter, r *http.Request) bool {
	s.mu.Lock()
	up := slices.Clone(s.walls)
	s.mu.Unlock()
	return slices.ContainsFunc(up, func(wall Wall) bool { return wall.Platform == platform && wall.answer(w, r) })
}
