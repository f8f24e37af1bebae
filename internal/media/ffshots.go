package media

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"socialdata/internal/content"
	"socialdata/internal/media/shots"
)

// maxDecoded is how many pixels one analysis decodes; of a longer video only key frames are read, so shot boundaries are
// less precise. 40 billion pixels take about a minute.
const maxDecoded = 4e10

// The analysed frames per second.
const (
	maxRate    = 30
	coarseRate = 2
)

// Shots decodes the video once at a small size and finds the shots.
func (e ffmpegEngine) Shots(ctx context.Context, path string, facts *Facts) ([]shots.Shot, error) {
	kind, ok := kindOf(facts.ContentType)
	if !ok || facts.Kind != content.MediaVideo || facts.DurationMs == nil || facts.Width == nil {
		return nil, nil
	}
	rate, before := plan(facts)
	detector := shots.NewDetector(rate)
	args := append(ffmpegInput(path, kind.family, before...),
		"-map", "0:V:0", "-an", "-vf", fmt.Sprintf("fps=%.6f,scale=%d:%d:flags=area,format=rgb24", rate, shots.Width, shots.Height),
		"-f", "rawvideo", "pipe:1")
	expected := int64(float64(*facts.DurationMs)/1000*rate) + 10*maxRate
	err := e.tools.run(ctx, command{program: e.tools.FFmpeg, args: args, dir: filepath.Dir(path), timeout: deadline(facts),
		stdout: detector, maxOut: expected * shots.FrameSize})
	if err != nil {
		return nil, e.verdict(err, ReasonUndecodable)
	}
	return detector.Shots(*facts.DurationMs), nil
}

// plan returns the frame rate, and arguments that limit decoding to key frames if necessary.
func plan(facts *Facts) (rate float64, before []string) {
	rate = maxRate
	if facts.FrameRate != nil {
		rate = math.Max(1, *facts.FrameRate)
	}
	frames := float64(*facts.DurationMs) / 1000 * rate
	if float64(*facts.Width)*float64(*facts.Height)*frames > maxDecoded {
		return coarseRate, []string{"-skip_frame", "nokey"}
	}
	return math.Min(rate, maxRate), nil
}

// stillSide is the maximum side of a still, in pixels.
const stillSide = 512

// Stills returns small JPEGs from moments of a video, in milliseconds.
func (e ffmpegEngine) Stills(ctx context.Context, path string, facts *Facts, momentsMs []int64) ([][]byte, error) {
	kind, ok := kindOf(facts.ContentType)
	if !ok || facts.Kind != content.MediaVideo {
		return nil, nil
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), "stills")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var stills [][]byte
	for i, ms := range momentsMs {
		dest := filepath.Join(dir, fmt.Sprintf("%d.jpg", i))
		if err := e.frame(ctx, path, kind.family, float64(ms)/1000, stillSide, "", dest); err != nil {
			return nil, err
		}
		b, err := os.ReadFile(dest)
		if err != nil {
			return nil, invalidBy(err, ReasonUndecodable)
		}
		stills = append(stills, b)
	}
	return stills, nil
}
