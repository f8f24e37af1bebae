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

// Engine verifies, measures and looks at the bytes of one file. It is safe for concurrent use. Its errors are the
// context's own, media_invalid (with a reason) and unsupported_media; a file that cannot be opened is an
// error of the system.
type Engine interface {
	// Name is "ffmpeg" or "go": for health and logs, not for the contract.
	Name() string
	// Probe verifies a file and measures it.
	Probe(ctx context.Context, path string) (*Facts, error)
	// Poster makes a JPEG of at most PosterSide pixels without metadata. Nil is a file that this engine cannot show.
	Poster(ctx context.Context, path string, facts *Facts, dest string) (*Poster, error)
	// Shots finds the shots of a video. Nil is a file that this engine cannot look at, or an image.
	Shots(ctx context.Context, path string, facts *Facts) ([]shots.Shot, error)
	// Stills takes JPEGs of at most 512 pixels at moments of a video, for a model to look at. Nil as for Shots.
	Stills(ctx context.Context, path string, facts *Facts, momentsMs []int64) ([][]byte, error)
}

// NewEngine returns the engine with ffmpeg where its tools are found, else the one that reads headers only.
func NewEngine() Engine {
	if tools, ok := FindTools(); ok {
		return ffmpegEngine{tools: tools}
	}
	return goEngine{}
}

// goEngine reads containers and headers, and decodes pictures. It cannot look into a video.
type goEngine struct{}

func (goEngine) Name() string { return "go" }

func (goEngine) Shots(context.Context, string, *Facts) ([]shots.Shot, error) { return nil, nil }

func (goEngine) Stills(context.Context, string, *Facts, []int64) ([][]byte, error) { return nil, nil }

func (goEngine) Probe(_ context.Context, path string) (*Facts, error) {
	facts, _, err := inspect(path)
	return facts, err
}

// inspect returns what both engines do first, without any decoder.
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

// maxReads bounds how often one inspection reads: small parts inside small parts would keep it busy for hours.
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

// measure takes what a container's headers say, and refuses headers that contradict its samples.
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

// contradicts reports whether a claimed length is longer than the samples by more than 5 % and 2 seconds. A shorter one
// is an edit list that leaves something out.
func contradicts(claimed, sampled float64) bool {
	return math.IsNaN(claimed) || claimed-sampled > math.Max(2, 0.05*sampled)
}

func (f *Facts) setDuration(seconds float64) {
	if seconds > 0 && seconds < 1e9 {
		ms := int64(math.Round(seconds * 1000))
		f.DurationMs = &ms
	}
}

// nameBySound changes the content type of a file without pictures to that of its sound.
func (f *Facts) nameBySound() {
	if f.HasVideo != nil && !*f.HasVideo {
		f.ContentType = strings.Replace(f.ContentType, "video/", "audio/", 1)
	}
}
