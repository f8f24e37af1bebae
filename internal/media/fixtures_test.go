package media

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// native is the engine with ffmpeg; without it the test is skipped, but never where everything has to run.
func native(t *testing.T) ffmpegEngine {
	t.Helper()
	tools, ok := FindTools()
	if !ok {
		if os.Getenv("CI") != "" {
			t.Fatal("ffmpeg, ffprobe and prlimit are needed here")
		}
		t.Skip("ffmpeg, ffprobe or prlimit is not installed")
	}
	return ffmpegEngine{tools: tools}
}

// made are the files that ffmpeg made for the tests of this process, by the command: several tests read the same one. None changes it.
var made struct {
	folder string
	files  sync.Map // of func() error, by the path
}

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "media-test")
	if err != nil {
		panic(err)
	}
	made.folder = folder
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// makeFile returns a file that ffmpeg makes for tests, once in a process.
func makeFile(t *testing.T, name string, args ...string) string {
	t.Helper()
	e := native(t)
	folder := filepath.Join(made.folder, digestOf(strings.Join(args, "\x00")))
	path := filepath.Join(folder, name)
	do, _ := made.files.LoadOrStore(path, sync.OnceValue(func() error {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		if out, err := exec.Command(e.tools.FFmpeg, append(append([]string{"-nostdin", "-v", "error", "-y"}, args...), path)...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}))
	if err := do.(func() error)(); err != nil { //nolint:forcetypeassert // nothing else is stored
		t.Fatal(err)
	}
	return path
}

// quick is for x264 and x265, which spend most of their time on making files small.
var quick = []string{"-preset", "superfast"}

// makeClip makes four seconds of picture and sound, with the quick encoder unless another one is named.
func makeClip(t *testing.T, name string, args ...string) string {
	input := []string{"-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-f", "lavfi", "-i", "sine=d=4", "-shortest", "-pix_fmt", "yuv420p", "-g", "25"}
	if !slices.Contains(args, "libvpx") {
		input = append(input, quick...)
	}
	return makeFile(t, name, append(input, args...)...)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bytes")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func rotated(t *testing.T) string {
	return makeFile(t, "r.mp4", "-i", makeClip(t, "a.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90")
}

// patch overwrites bytes behind the first occurrence of a box's or chunk's name.
func patch(t *testing.T, file []byte, name string, offset int, with string) []byte {
	t.Helper()
	b := append([]byte{}, file...)
	i := strings.Index(string(b), name)
	if i < 0 {
		t.Fatalf("no %s", name)
	}
	copy(b[i+4+offset:], with)
	return b
}

func tenHours(t *testing.T, file []byte) []byte {
	i := strings.Index(string(file), "mvhd")
	scale := binary.BigEndian.Uint32(file[i+16:])
	var d [4]byte
	binary.BigEndian.PutUint32(d[:], 36000*scale)
	return patch(t, file, "mvhd", 16, string(d[:]))
}

// giantPNG claims 30000 by 30000 pixels, with the right sum.
func giantPNG(t *testing.T, file []byte) []byte {
	b := patch(t, file, "IHDR", 0, "\x00\x00\x75\x30\x00\x00\x75\x30")
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func nestedMoov(n int) []byte {
	b := []byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41")
	for i := n; i > 0; i-- {
		b = binary.BigEndian.AppendUint32(b, uint32(8*i))
		b = append(b, "moov"...)
	}
	return b
}

// withOrientation puts an Exif segment behind a JPEG's first marker.
func withOrientation(jpg []byte, orientation byte) []byte {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
	segment := append([]byte{0xFF, 0xE1, 0, byte(len(exif) + 2)}, exif...)
	return append(append(append([]byte{}, jpg[:2]...), segment...), jpg[2:]...)
}

// heif is a still picture's headers without its data.
func heif(width, height uint32) []byte {
	box := func(name, body string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + name + body
	}
	size := string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height))
	tile := "\x00\x00\x02\x00\x00\x00\x02\x00"
	properties := box("ipco", box("ispe", "\x00\x00\x00\x00"+tile)+box("ispe", "\x00\x00\x00\x00"+size))
	return []byte(box("ftyp", "heic\x00\x00\x00\x00mif1heic") + box("meta", "\x00\x00\x00\x00"+box("iprp", properties)))
}

// floodedWebM nests small elements in small elements, millions in all: segments of track lists of tracks.
func floodedWebM() []byte {
	element := func(id, body string) string {
		return id + "\x10" + string([]byte{byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}) + body
	}
	list := element("\x16\x54\xae\x6b", strings.Repeat("\xae\x80", 90_000))
	segment := element("\x18\x53\x80\x67", strings.Repeat(list, 8))
	return []byte("\x1a\x45\xdf\xa3\x87\x42\x82\x84webm" + strings.Repeat(segment, 20))
}
