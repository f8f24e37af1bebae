package media

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"socialdata/internal/content"
)

// ffmpegEngine uses decoders in addition to headers. They run as child processes under limits, read one local file in
// one fixed format, and have no network.
type ffmpegEngine struct{ tools Tools }

func (ffmpegEngine) Name() string { return "ffmpeg" }

// Probe verifies that the file is complete according to its headers and that decoders agree with them.
func (e ffmpegEngine) Probe(ctx context.Context, path string) (*Facts, error) {
	facts, kind, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if kind.kind == content.MediaImage {
		return facts, e.decodes(ctx, path, kind)
	}
	claimed, err := e.streams(ctx, path, kind, facts)
	if err != nil {
		return nil, err
	}
	return facts, e.complete(ctx, path, kind, facts, claimed)
}

// input returns the arguments before every file: no console, errors only, one format, local files only, limited picture
// sizes, one thread. The path is written such that a name cannot be read as an address or option.
func input(path string, f family, before ...string) []string {
	format := formatOf(f)
	args := []string{
		"-v", "error", "-protocol_whitelist", "file,pipe", "-format_whitelist", format, "-f", format,
		"-max_pixels", strconv.Itoa(maxPixels), "-threads", "1",
	}
	return append(append(args, before...), "-i", "file:"+path)
}

func ffmpegInput(path string, f family, before ...string) []string {
	return append([]string{"-nostdin", "-nostats", "-y", "-filter_threads", "1", "-max_error_rate", "0.2"}, input(path, f, before...)...)
}

// frameAt returns the arguments before a file of which a frame at a second is taken, which the filter turn makes upright.
func frameAt(seconds float64, turn string) []string {
	switch {
	case seconds > 0:
		return []string{"-ss", fmt.Sprintf("%.3f", seconds)}
	case turn != "":
		return []string{"-noautorotate"}
	}
	return nil
}

// formatOf returns the demuxer for the detected format; it is fixed, so that ffmpeg tries no other.
func formatOf(f family) string {
	switch f {
	case famWebM:
		return "matroska"
	case famJPEG:
		return "jpeg_pipe"
	case famPNG:
		return "png_pipe"
	case famGIF:
		return "gif"
	case famWebP:
		return "webp_pipe"
	case famMP4, famHEIF:
	}
	return "mov"
}

// decodes decodes a picture once. It skips kinds that common builds of ffmpeg cannot decode (HEIC, animated WebP), for
// which only the headers are checked.
func (e ffmpegEngine) decodes(ctx context.Context, path string, kind contentKind) error {
	if kind.family == famHEIF || kind.family == famWebP {
		return nil
	}
	args := append(ffmpegInput(path, kind.family, "-xerror"), "-frames:v", "1", "-f", "null", "-")
	return e.verdict(e.tools.run(ctx, command{program: e.tools.FFmpeg, args: args, dir: filepath.Dir(path), timeout: probeTime}), ReasonUndecodable)
}

// probeTime is the time limit of runs that do not decode a whole video.
const probeTime = 30 * time.Second

// deadline returns the time limit of a run over a whole video.
func deadline(facts *Facts) time.Duration {
	limit := 20 * time.Second
	if facts.DurationMs != nil {
		limit += time.Duration(*facts.DurationMs) * time.Millisecond * 3 / 2
	}
	return min(limit, 10*time.Minute)
}

// verdict converts the error of a failed run to an error about the file.
func (e ffmpegEngine) verdict(err error, reason string) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errBound):
		return invalidBy(err, ReasonTooCostly)
	}
	return invalidBy(fmt.Errorf("bytes: %w", err), reason)
}
