package shapes

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"socialdata/internal/sources"
)

// maxFile bounds a file of shapes, in bytes.
const maxFile = 64 << 10

// lookEvery is how often a file is checked for a change.
const lookEvery = 5 * time.Second

// File is the shapes of this release with what an operator's file replaces in them. A change of the file counts within
// seconds; one that makes it bad is logged and changes nothing.
type File struct {
	path      string
	platforms sources.Platforms
	log       *slog.Logger

	mu      sync.Mutex
	looked  time.Time
	changed time.Time // of the file that was read last
	current *Shapes
	problem error // with the file as it stands now
}

// Open reads a file of shapes, whose known objects are of platforms. A bad file is an error here.
func Open(path string, platforms sources.Platforms, log *slog.Logger) (*File, error) {
	f := &File{path: path, platforms: platforms, log: log, current: Default()}
	if f.look(); f.problem != nil {
		return nil, f.problem
	}
	return f, nil
}

// Now returns the shapes in use. It is a Source.
func (f *File) Now() *Shapes {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) > lookEvery {
		f.look()
	}
	return f.current
}

// Problem returns what is wrong with the file as it stands now; nil if it is in use.
func (f *File) Problem() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.problem
}

// look reads the file again if it has changed, and one with a problem always: a file that came back, or may be read at
// last, keeps its time.
func (f *File) look() {
	f.looked = time.Now()
	info, err := os.Stat(f.path)
	if err == nil && f.problem == nil && info.ModTime().Equal(f.changed) {
		return
	}
	var next *Shapes
	if err == nil {
		f.changed = info.ModTime()
		next, err = read(f.path, f.platforms)
	}
	if err != nil {
		if f.problem == nil || f.problem.Error() != err.Error() {
			f.log.Error("the file of shapes is not used", "cause", err)
		}
		f.problem = err
		return
	}
	f.current, f.problem = next, nil
	f.log.Info("shapes in use", "asOf", next.AsOf)
}

func read(path string, platforms sources.Platforms) (*Shapes, error) {
	raw, err := readBounded(path, maxFile)
	if err != nil {
		return nil, err
	}
	return overlay(Default(), raw, platforms)
}

// readBounded reads a file of at most so many bytes.
func readBounded(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(raw)) > most {
		return nil, fmt.Errorf("%s has more than %d bytes", path, most)
	}
	return raw, nil
}
