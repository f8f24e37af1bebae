package media

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
)

// probeOutput is the output of ffprobe for a file.
type probeOutput struct {
	Format struct {
		Duration string `json:"duration"`
	} `json:"format"`
	Streams []probeStream `json:"streams"`
}

type probeStream struct {
	Type        string `json:"codec_type"`
	Width       int64  `json:"width"`
	Height      int64  `json:"height"`
	Rate        string `json:"avg_frame_rate"` // "30000/1001"
	Disposition struct {
		Picture int `json:"attached_pic"`
	} `json:"disposition"`
	SideData []struct {
		Rotation float64 `json:"rotation"`
	} `json:"side_data_list"`
}

const probeFields = "format=duration:stream=codec_type,width,height,avg_frame_rate:stream_disposition=attached_pic:stream_side_data=rotation"

// streams reads the tracks with ffprobe and returns the length that the container states, in seconds.
func (e ffmpegEngine) streams(ctx context.Context, path string, kind contentKind, facts *Facts) (claimed float64, err error) {
	var out bytes.Buffer
	args := append(input(path, kind.family), "-show_entries", probeFields, "-of", "json")
	err = e.tools.run(ctx, command{program: e.tools.FFprobe, args: args, dir: filepath.Dir(path), timeout: probeTime, stdout: &out, maxOut: 1 << 20})
	if err != nil {
		return 0, e.verdict(err, ReasonUndecodable)
	}
	var p probeOutput
	if err := json.Unmarshal(out.Bytes(), &p); err != nil {
		return 0, invalidBy(err, ReasonUndecodable)
	}
	claimed, _ = strconv.ParseFloat(p.Format.Duration, 64)
	return claimed, facts.applyProbe(p)
}

// applyProbe replaces the headers' values by the decoder's.
func (f *Facts) applyProbe(p probeOutput) error {
	video, audio := false, false
	f.Width, f.Height = nil, nil
	for _, s := range p.Streams {
		switch {
		case s.Type == "audio":
			audio = true
		case s.Type == "video" && s.Disposition.Picture == 0 && !video:
			video = true
			if err := checkPixels(s.Width, s.Height); err != nil {
				return err
			}
			f.Width, f.Height = &s.Width, &s.Height
			if s.isTurned() {
				f.Width, f.Height = &s.Height, &s.Width
			}
			f.FrameRate = rate(s.Rate)
		}
	}
	if !video && !audio {
		return invalid(ReasonNoTracks)
	}
	f.HasVideo, f.HasAudio = &video, &audio
	f.nameBySound()
	return nil
}

func (s probeStream) isTurned() bool {
	for _, d := range s.SideData {
		if int(d.Rotation)%180 != 0 {
			return true
		}
	}
	return false
}

// rate parses a fraction; nil if it is unknown or invalid.
func rate(s string) *float64 {
	num, den, _ := strings.Cut(s, "/")
	n, _ := strconv.ParseFloat(num, 64)
	d, _ := strconv.ParseFloat(den, 64)
	if n <= 0 || d <= 0 || n/d > 1000 {
		return nil
	}
	return new(n / d)
}

// complete reads every packet without decoding. A truncated file fails here, although its headers are complete. The last
// packet shows the real length.
func (e ffmpegEngine) complete(ctx context.Context, path string, kind contentKind, facts *Facts, claimed float64) error {
	var out bytes.Buffer
	args := append(ffmpegInput(path, kind.family, "-xerror"),
		"-map", "0:v?", "-map", "0:a?", "-c", "copy", "-f", "null", "-progress", "pipe:1", "-")
	err := e.tools.run(ctx, command{program: e.tools.FFmpeg, args: args, dir: filepath.Dir(path), timeout: deadline(facts), stdout: &out, maxOut: 4 << 20})
	if err != nil {
		return e.verdict(err, ReasonTruncated)
	}
	measured := lastProgress(out.String())
	if measured > 0 && contradicts(claimed, measured) {
		return invalid(ReasonLengthLies)
	}
	if claimed <= 0 {
		claimed = measured
	}
	facts.setDuration(claimed)
	return nil
}

// lastProgress returns the last time stamp in ffmpeg's progress output, in seconds; 0 if unknown.
func lastProgress(out string) float64 {
	const key = "out_time_us="
	i := strings.LastIndex(out, key)
	if i < 0 {
		return 0
	}
	last, _, _ := strings.Cut(out[i+len(key):], "\n")
	us, _ := strconv.ParseFloat(strings.TrimSpace(last), 64)
	return us / 1e6
}
