package simulator_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"socialdata/internal/sources/simulator/scenes"
)

var drawn = flag.Bool("draw", false, "draw and encode the films of media/ again, which needs ffmpeg")

// The films: few bytes, because they lie in the repository and in the program.
const (
	framesASecond = 20
	filmSeconds   = scenes.Shots * scenes.ShotSeconds
	mostBytes     = 2 << 20 // of all together
	filmSound     = "media/film-sound.m4a"
)

func film(n int, part string) string { return fmt.Sprintf("media/film-%02d%s.mp4", n, part) }

// TestFilms holds that every film is there and that they are small. With -draw it makes them.
func TestFilms(t *testing.T) {
	if *drawn {
		makeFilms(t)
	}
	total := int64(0)
	for n := range scenes.Films {
		for _, name := range []string{film(n, ""), film(n, "-picture")} {
			info, err := os.Stat(name)
			if err != nil || info.Size() < 10_000 {
				t.Fatalf("%s: %v", name, err)
			}
			total += info.Size()
		}
	}
	if total > mostBytes {
		t.Errorf("the films have %d bytes, at most %d may be", total, mostBytes)
	}
	t.Logf("%d bytes", total)
}

// makeFilms draws the scenes and encodes them, each film with a chord of its own place.
func makeFilms(t *testing.T) {
	chord := fmt.Sprintf("aevalsrc='0.12*sin(2*PI*220*t)+0.08*sin(2*PI*277.2*t)+0.08*sin(2*PI*329.6*t)':s=22050:d=%d,afade=in:d=1,afade=out:st=%d:d=1",
		filmSeconds, filmSeconds-1)
	encode(t, nil, "-f", "lavfi", "-i", chord, "-c:a", "aac", "-b:a", "12k", "-f", "mp4", "-movflags", "+frag_keyframe+empty_moov+default_base_moof+dash", filmSound)
	for n := range scenes.Films {
		width, height := 480, 270
		if n >= scenes.Films/2 {
			width, height = height, width
		}
		whole, picture := film(n, ""), film(n, "-picture")
		frames, draw := io.Pipe()
		go func() {
			for f := range filmSeconds * framesASecond {
				_, _ = draw.Write(scenes.Draw(n, uint32(n*13), width, height, float64(f)/framesASecond).Pix)
			}
			_ = draw.Close()
		}()
		encode(t, frames, "-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", width, height), "-r", fmt.Sprint(framesASecond), "-i", "-",
			"-i", filmSound, "-c:v", "libx264", "-preset", "veryslow", "-tune", "animation", "-crf", "33", "-pix_fmt", "yuv420p", "-c:a", "copy", "-shortest",
			"-movflags", "+faststart", whole)
		encode(t, nil, "-i", whole, "-map", "0:v", "-c", "copy", "-movflags", "+frag_keyframe+empty_moov+default_base_moof+dash", picture)
	}
}

func encode(t *testing.T, in io.Reader, arguments ...string) {
	t.Helper()
	arguments = append([]string{"-y", "-v", "error"}, arguments...)
	last := len(arguments) - 1
	arguments = append(arguments[:last:last], "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", arguments[last])
	run := exec.Command("ffmpeg", arguments...)
	run.Stdin = in
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("ffmpeg %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
}
