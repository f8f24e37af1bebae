package media

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
)

// soundRate is what recognisers of speech work with, in samples a second.
const soundRate = 16000

// SoundCutter is an Engine that can take the sound out of a file.
type SoundCutter interface {
	// CutSound writes a piece of the sound of a verified file as WAV: one channel, 16,000 samples a second, 16 bits. The times are in
	// milliseconds; the piece is at most half an hour long.
	CutSound(ctx context.Context, path string, facts *Facts, fromMs, toMs int64, dest string) error
}

// CutSound implements SoundCutter.
func (e ffmpegEngine) CutSound(ctx context.Context, path string, facts *Facts, fromMs, toMs int64, dest string) error {
	kind, ok := kindOf(facts.ContentType)
	if !ok || facts.HasAudio == nil || !*facts.HasAudio {
		return errors.New("the file has no sound")
	}
	before := []string{"-ss", fmt.Sprintf("%.3f", float64(fromMs)/1000), "-t", fmt.Sprintf("%.3f", float64(toMs-fromMs)/1000)}
	args := append(ffmpegInput(path, kind.family, before...), "-map", "0:a:0", "-vn", "-ac", "1", "-ar", fmt.Sprint(soundRate),
		"-map_metadata", "-1", "-c:a", "pcm_s16le", "-f", "wav", "file:"+dest)
	return e.verdict(e.tools.run(ctx, command{program: e.tools.FFmpeg, args: args, dir: filepath.Dir(dest), reads: []string{path}, timeout: deadline(facts)}), ReasonUndecodable)
}
