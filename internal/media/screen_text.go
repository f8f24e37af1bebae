package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/child"
	"socialdata/internal/content"
	"socialdata/internal/media/screentext"
)

// TextReader reads the text on screen of pictures and videos with tesseract, a bounded child process like ffmpeg. It is safe for
// concurrent use.
type TextReader struct {
	tools     Tools
	tesseract string
	languages string
}

// The bounds of reading one file.
const (
	maxLooks     = 32 // frames of a video
	sampleEvery  = 2 * time.Second
	framesTime   = time.Minute // of taking the frames, and again of reading them
	tesseractOut = 8 << 20     // bytes of TSV
)

// languageNames is how tesseract names its languages, joined by plus signs, such as "eng+deu".
var languageNames = regexp.MustCompile(`^[a-zA-Z_]+(\+[a-zA-Z_]+)*$`)

// IsTextLanguages reports whether a setting names languages of tesseract.
func IsTextLanguages(s string) bool { return languageNames.MatchString(s) }

// NewTextReader returns a reader of text in some of tesseract's languages, such as "eng+deu"; nil if the programs are not installed. It
// returns an error if a language is not.
func NewTextReader(languages string) (*TextReader, error) {
	tools, ok := FindTools()
	path, err := exec.LookPath("tesseract")
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if !ok || err != nil {
		return nil, nil //nolint:nilerr // it is optional
	}
	t := &TextReader{tools: tools, tesseract: path, languages: languages}
	has, err := t.installed()
	if err != nil {
		return nil, fmt.Errorf("tesseract does not run: %w", err)
	}
	for name := range strings.SplitSeq(languages, "+") {
		if !slices.Contains(has, name) {
			return nil, fmt.Errorf("tesseract has no language %q", name)
		}
	}
	return t, nil
}

// installed lists the languages that tesseract has.
func (t *TextReader) installed() ([]string, error) {
	var out bytes.Buffer
	err := t.run(context.Background(), os.TempDir(), &out, "--list-langs")
	return strings.Fields(out.String()), err
}

// run runs tesseract within bounds.
func (t *TextReader) run(ctx context.Context, folder string, out *bytes.Buffer, args ...string) error {
	return child.Run(ctx, child.Command{Prlimit: t.tools.Prlimit, Program: t.tesseract, Args: args, Env: []string{"OMP_THREAD_LIMIT=1"}, Dir: folder,
		Timeout: framesTime, Memory: maxMemory, OpenFiles: maxOpenFiles, FileBytes: maxFile, Stdout: out, MaxStdout: tesseractOut, MaxStderr: maxStderr})
}

// Read returns the text on screen of a verified picture or video. takes are the shots of the video, if they are known. It returns nil
// for files that cannot be decoded here. Its errors are the context's own and those of the programs.
func (t *TextReader) Read(ctx context.Context, path string, facts *Facts, takes []content.Shot) ([]content.ScreenText, error) {
	kind, ok := kindOf(facts.ContentType)
	if t == nil || !ok || kind.family == famHEIF || facts.Kind == content.MediaVideo && (facts.HasVideo == nil || !*facts.HasVideo || facts.DurationMs == nil) {
		return nil, nil
	}
	folder, err := os.MkdirTemp(filepath.Dir(path), "text-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	samples := []screentext.Sample{{}}
	if facts.Kind == content.MediaVideo {
		samples = samplesOf(*facts.DurationMs, takes)
	}
	pictures, err := t.frames(ctx, folder, path, facts, samples)
	if err != nil || len(pictures) == 0 {
		return nil, err
	}
	words, err := t.words(ctx, folder, pictures)
	if err != nil {
		return nil, err
	}
	for n := range samples {
		for _, page := range pictures[n] {
			samples[n].Readings = append(samples[n].Readings, words[page])
		}
	}
	if facts.Kind != content.MediaVideo {
		return screentext.Picture(samples[0].Readings), nil
	}
	return screentext.Video(samples), nil
}

// samplesOf divides a video into the parts of which one frame each is read: its shots, and the long ones of them again. If they are too
// many, longer parts are read.
func samplesOf(durationMs int64, takes []content.Shot) (list []screentext.Sample) {
	spans := []content.Shot{{EndMs: durationMs}}
	if len(takes) > 0 {
		spans = takes
	}
	for every := sampleEvery.Milliseconds(); ; every *= 2 {
		list = list[:0]
		for _, s := range spans {
			parts := max(1, (s.EndMs-s.StartMs)/every)
			for n := range parts {
				list = append(list, screentext.Sample{BeginsShot: n == 0, FromMs: s.StartMs + n*(s.EndMs-s.StartMs)/parts, ToMs: s.StartMs + (n+1)*(s.EndMs-s.StartMs)/parts})
			}
		}
		if len(list) <= maxLooks {
			return list
		}
		if every > durationMs { // more shots than samples
			spans = []content.Shot{{EndMs: durationMs}}
			every = sampleEvery.Milliseconds() / 2
		}
	}
}

// textSide is the longer side of the pictures that are read, in pixels: small letters become legible, large pictures quick to read.
const textSide = 1280

// Captions are mostly bright lettering on a moving picture, which hides them from the reader. The second reading of each frame shows what is
// brighter by contrast than what lies within nearby pixels around it, in black on white.
const (
	nearby   = 20
	contrast = 70 // of 255
)

// frames writes the pictures to read, two of each sample, and returns their numbers by sample. Samples of which no frame can be taken
// have none.
func (t *TextReader) frames(ctx context.Context, folder, path string, facts *Facts, samples []screentext.Sample) (map[int][]int, error) {
	ctx, cancel := context.WithTimeout(ctx, framesTime)
	defer cancel()
	kind, _ := kindOf(facts.ContentType)
	turn, err := uprightBy(path, kind.family, facts.Bytes)
	if err != nil {
		return nil, err
	}
	pictures := map[int][]int{}
	for n, s := range samples {
		if err := t.frame(ctx, folder, path, kind.family, turn, n, s.AtMs()); err != nil {
			if ctx.Err() != nil && n > 0 {
				break // what was taken in time is read
			}
			if ctx.Err() != nil || n == 0 && len(samples) == 1 {
				return nil, err
			}
			continue
		}
		if _, err := os.Stat(picturePath(folder, 2*n+1)); err == nil {
			pictures[n] = []int{2 * n, 2*n + 1}
		}
	}
	return pictures, nil
}

func picturePath(folder string, n int) string { return filepath.Join(folder, strconv.Itoa(n)+".pgm") }

// frame writes two pictures of one moment of a video, or of a picture.
func (t *TextReader) frame(ctx context.Context, folder, path string, f family, turn string, n int, atMs int64) error {
	args := append(ffmpegInput(path, f, frameAt(float64(atMs)/1000, turn)...), "-filter_complex",
		fmt.Sprintf("[0:V:0]%sscale=%d:%d:force_original_aspect_ratio=decrease,setsar=1,format=gray,split=3[a][b][d];"+
			"[d]avgblur=%d[e];[b][e]blend=all_mode=subtract,lutyuv=y='if(gt(val,%d),0,255)'[c]", turn, textSide, textSide, nearby, contrast))
	for i, name := range []string{"[a]", "[c]"} {
		args = append(args, "-map", name, "-frames:v", "1", "-pix_fmt", "gray", "-c:v", "pgm", "-f", "image2", "-update", "1", "file:"+picturePath(folder, 2*n+i))
	}
	return t.tools.run(ctx, command{program: t.tools.FFmpeg, args: args, dir: folder, reads: []string{path}, timeout: probeTime})
}

// words reads pictures in one run. What was read before the run reached its time is used.
func (t *TextReader) words(ctx context.Context, folder string, pictures map[int][]int) (screentext.Words, error) {
	var pages []int
	for _, both := range pictures {
		pages = append(pages, both...)
	}
	slices.Sort(pages)
	var list strings.Builder
	for _, n := range pages {
		list.WriteString(picturePath(folder, n) + "\n")
	}
	if err := os.WriteFile(filepath.Join(folder, "list.txt"), []byte(list.String()), 0o600); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := t.run(ctx, folder, &out, filepath.Join(folder, "list.txt"), "stdout", "-l", t.languages, "--psm", "11", "tsv")
	if err != nil && (!errors.Is(err, child.ErrBound) || out.Len() == 0) {
		return nil, err
	}
	byPage := screentext.Words{}
	for page, words := range screentext.ReadWords(&out) {
		if page < len(pages) {
			byPage[pages[page]] = words
		}
	}
	return byPage, nil
}
