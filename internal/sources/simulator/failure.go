package simulator

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// Failure is a failure that is returned instead of a platform's answer. An empty Platform or Path matches all.
type Failure struct {
	Platform string // "clip_site"; "" is every platform
	Path     string // substring of the path
	Skip     int    // how many matching answers are sent normally before
	Times    int    // how often; 0 means until Heal

	Status  int               // sent with Body
	Header  map[string]string // of that answer
	Body    string
	Delay   time.Duration // wait before the answer, which is the normal one if Status is 0
	Reset   bool          // closes the connection before the first byte
	CutHalf bool          // announces the length of Body but sends half of it
}

// Fail adds a failure; the last added one that matches is used.
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
	for _, f := range slices.Backward(s.failures) {
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

// play sends the failure; it returns false if the normal answer has to follow.
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
