package simulator

import (
	"net/http"
	"strings"
	"time"
)

// Failure is a failure that a platform plays instead of its answer. The zero values of Platform and Path match all.
type Failure struct {
	Platform string // "clip_site"; "" is every platform
	Path     string // part of the path
	Skip     int    // how many answers are left alone before
	Times    int    // how often; 0 is until Heal

	Status  int               // answered with Body
	Header  map[string]string // of that answer
	Body    string
	Delay   time.Duration // waited before the answer, which is the usual one when Status is 0
	Reset   bool          // the connection is cut before any byte
	CutHalf bool          // the usual length is announced, half of Body comes
}

// Fail adds a failure; the newest that matches plays.
func (s *Simulator) Fail(f Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = append(s.failures, &f)
}

// Heal removes every failure.
func (s *Simulator) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = nil
}

func (s *Simulator) failure(platform, path string) *Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.failures) - 1; i >= 0; i-- {
		f := s.failures[i]
		if f.Times < 0 || f.Platform != "" && f.Platform != platform || !strings.Contains("/"+path, f.Path) {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		if f.Times > 0 {
			if f.Times--; f.Times == 0 {
				f.Times = -1 // used up
			}
		}
		return f
	}
	return nil
}

// play answers; false means that the usual answer follows.
func (f *Failure) play(w http.ResponseWriter, r *http.Request) bool {
	if f.Delay > 0 {
		select {
		case <-time.After(f.Delay):
		case <-r.Context().Done():
			return true
		}
	}
	switch {
	case f.Reset:
		panic(http.ErrAbortHandler)
	case f.CutHalf:
		w.Header().Set("Content-Length", "100000")
		_, _ = w.Write([]byte(f.Body + strings.Repeat("x", 1000)))
		panic(http.ErrAbortHandler)
	case f.Status == 0:
		return false
	}
	for k, v := range f.Header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(f.Status)
	_, _ = w.Write([]byte(f.Body))
	return true
}
