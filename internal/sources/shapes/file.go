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

// File holds the shapes of this release, overridden by those in an operator's file. A change of the file takes effect
// within seconds; an invalid file is logged and ignored.
type File struct {
	path      string
	platforms sources.Platforms
	log       *slog.Logger

	mu      sync.Mutex
	looked  time.Time
	changed time.Time // modification time of the file when it was last read
	current *Shapes
	problem error // with the file's current contents
}

// Open reads a file of shapes; its known objects must be of platforms. An invalid file is an error here.
func Open(path string, platforms sources.Platforms, log *slog.Logger) (*File, error) {
	f := &File{path: path, platforms: platforms, log: log, current: Default()}
	if f.look(); f.problem != nil {
		return nil, f.problem
	}
	return f, nil
}

// Now returns the shapes in use. The method is a Source.
func (f *File) Now() *Shapes {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) > lookEvery {
		f.look()
	}
	return f.current
}

// look reads the file again if it has changed, and always while it has a problem: a file that was restored, or made
// readable, keeps its modification time.
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
	return Overlay(Default(), raw, platforms)
}

// readBounded reads a file of at most so many bytes; a larger one is an error.
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
