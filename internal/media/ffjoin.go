package media

import (
	"context"
	"math"
	"path/filepath"
	"strconv"
	"time"

	"socialdata/internal/content"
)

// Joiner is an Engine that can merge a file without sound with the file of its sound.
type Joiner interface {
	// Join copies both into one MP4 without decoding. The same parts give the same bytes. Its errors are those of Probe,
	// for either part.
	Join(ctx context.Context, picture, sound, dest string) error
}

// Join implements Joiner. It verifies both parts first: merged, a truncated part would look like a shorter one.
func (e ffmpegEngine) Join(ctx context.Context, picture, sound, dest string) error {
	seen, err := e.Probe(ctx, picture)
	if err != nil {
		return err
	}
	heard, err := e.Probe(ctx, sound)
	if err != nil {
		return err
	}
	if err := fits(seen, heard); err != nil {
		return err
	}
	args := append(ffmpegInput(picture, famMP4), input(sound, famMP4)[2:]...)
	args = append(args, "-map", "0:V:0", "-map", "1:a:0", "-c", "copy", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact",
		"-movflags", "+faststart", "-f", "mp4", "file:"+dest)
	bytes := seen.Bytes + heard.Bytes
	return e.verdict(e.tools.run(ctx, command{program: e.tools.FFmpeg, args: args, dir: filepath.Dir(dest), reads: []string{picture, sound},
		timeout: probeTime + time.Duration(bytes/copyRate)*time.Second, maxFile: bytes + bytes/8 + 1<<20}), ReasonUndecodable)
}

// copyRate is the speed of a slow disk in bytes per second; the file is written and read twice.
const copyRate = 10 << 20

// fits returns an error unless the parts are a picture and its sound.
func fits(picture, sound *Facts) error {
	if picture.Kind != content.MediaVideo || sound.Kind != content.MediaVideo || !*picture.HasVideo || !*sound.HasAudio {
		return invalid(ReasonNoTracks)
	}
	if picture.DurationMs == nil || sound.DurationMs == nil {
		return nil
	}
	long, short := max(*picture.DurationMs, *sound.DurationMs), min(*picture.DurationMs, *sound.DurationMs)
	if float64(long-short) > math.Max(2000, 0.05*float64(long)) {
		return invalidBy(errUneven(long-short), ReasonTruncated)
	}
	return nil
}

// errUneven is by how many milliseconds one part is shorter than the other.
type errUneven int64

func (e errUneven) Error() string {
	return "one part is shorter by " + strconv.FormatInt(int64(e), 10) + " ms"
}
