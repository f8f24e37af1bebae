package media

import (
	"context"
	"io"
	"math"
	"os"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/media/container"
	"socialdata/internal/media/shots"
)

// Engine verifies, measures and analyses one file. It is safe for concurrent use. Its errors are the context's own,
// media_invalid (with a reason) and unsupported_media; failing to open a file is an error of the system.
type Engine interface {
	// Name returns "ffmpeg" or "go", for health and logs; it is not part of the contract.
	Name() string
	// Probe verifies a file and measures it.
	Probe(ctx context.Context, path string) (*Facts, error)
	// Poster writes a JPEG of at most PosterSide pixels without metadata. It returns nil if this engine cannot show the file.
	Poster(ctx context.Context, path string, facts *Facts, dest string) (*Poster, error)
	// Shots finds the shots of a video. It returns nil for an image, and if this engine cannot analyse the file.
	Shots(ctx context.Context, path string, facts *Facts) ([]shots.Shot, error)
	// Stills returns JPEGs of at most 512 pixels from moments of a video, for a model; nil in the same cases as Shots.
	Stills(ctx context.Context, path string, facts *Facts, momentsMs []int64) ([][]byte, error)
}

// NewEngine returns the engine with ffmpeg if its tools are found, else the one that reads headers only.
func NewEngine() Engine {
	if tools, ok := FindTools(); ok {
		return ffmpegEngine{tools: tools}
	}
	return goEngine{}
}

// goEngine reads containers and headers, and decodes pictures. It cannot analyse a video.
type goEngine struct{}

func (goEngine) Name() string { return "go" }

func (goEngine) Shots(context.Context, string, *Facts) ([]shots.Shot, error) { return nil, nil }

func (goEngine) Stills(context.Context, string, *Facts, []int64) ([][]byte, error) { return nil, nil }

func (goEngine) Probe(_ context.Context, path string) (*Facts, error) {
	facts, _, err := inspect(path)
	return facts, err
}

// inspect does what both engines do first, without a decoder.
func inspect(path string) (facts *Facts, kind contentKind, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, kind, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, kind, err
	}
	size := info.Size()
	r := &limitedReader{file, maxReads}
	if kind, err = sniff(r, size); err != nil {
		return nil, kind, err
	}
	if err = checkStructure(r, size, kind.family); err != nil {
		return nil, kind, err
	}
	facts = &Facts{Kind: kind.kind, ContentType: kind.contentType, Bytes: size}
	if kind.kind == content.MediaVideo {
		return facts, kind, facts.measure(r, kind.family)
	}
	width, height, err := dimensions(r, size, kind.family)
	facts.Width, facts.Height = &width, &height
	return facts, kind, err
}

// maxReads is the maximum number of reads of one inspection: nested tiny parts could keep it busy for hours.
const maxReads = 1_000_000

// limitedReader is a file that can be read a limited number of times.
type limitedReader struct {
	file io.ReaderAt
	left int
}

func (t *limitedReader) ReadAt(p []byte, offset int64) (int, error) {
	if t.left--; t.left < 0 {
		return 0, container.ErrTooMany
	}
	return t.file.ReadAt(p, offset)
}

// measure reads measurements from a container's headers, and refuses headers that contradict its samples.
func (f *Facts) measure(r io.ReaderAt, fam family) error {
	t := webmTracksOf
	if fam == famMP4 {
		t = mp4Tracks
	}
	found := t(r, f.Bytes)
	switch {
	case !found.video && !found.audio:
		return invalid(ReasonNoTracks)
	case found.bytes > f.Bytes:
		return invalid(ReasonTruncated)
	case found.sampled > 0 && contradicts(found.seconds, found.sampled):
		return invalid(ReasonLengthLies)
	}
	f.HasVideo, f.HasAudio = &found.video, &found.audio
	f.setDuration(found.seconds)
	f.nameBySound()
	if found.width == 0 || found.height == 0 {
		return nil
	}
	f.Width, f.Height = &found.width, &found.height
	return checkPixels(found.width, found.height)
}

// contradicts reports whether a stated length is longer than the samples by more than 5 % and 2 seconds. A shorter one
// is valid: an edit list may leave samples out.
func contradicts(claimed, sampled float64) bool {
	return math.IsNaN(claimed) || claimed-sampled > math.Max(2, 0.05*sampled)
}

func (f *Facts) setDuration(seconds float64) {
	if seconds > 0 && seconds < 1e9 {
		f.DurationMs = new(int64(math.Round(seconds * 1000)))
	}
}

// nameBySound changes the content type of a file without a video track to that of its sound.
func (f *Facts) nameBySound() {
	if f.HasVideo != nil && !*f.HasVideo {
		f.ContentType = strings.Replace(f.ContentType, "video/", "audio/", 1)
	}
}
