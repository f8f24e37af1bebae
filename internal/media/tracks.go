package media

import (
	"io"
	"math"

	"github.com/abema/go-mp4"

	"socialdata/internal/media/container"
)

// tracks holds what a container's headers state, before any decoder runs.
type tracks struct {
	video, audio  bool
	width, height int64   // of the first video track as displayed; 0 if unknown
	seconds       float64 // as stated by the file; 0 if unknown
	sampled       float64 // the sum over the samples; 0 if unknown
	bytes         int64   // the sum over the samples
}

// maxTable is the largest box that is read as a whole. A two-hour film has sample tables of 2 MB.
const maxTable = 32 << 20

// maxSamples is the maximum total of samples of one size, far above that of any file, so that sums cannot overflow.
const maxSamples = 1 << 40

// mp4Tracks reads the tracks of an MP4. It finds boxes with package container, because the library's own Probe expands a
// sample table to its stated size: one hostile entry can make that a gigabyte.
func mp4Tracks(r io.ReaderAt, size int64) tracks {
	var t tracks
	moov, ok := container.Child(r, container.Part{End: size}, "moov")
	if !ok {
		return t
	}
	var mvhd mp4.Mvhd
	if unmarshal(r, moov, &mvhd, "mvhd") && mvhd.Timescale > 0 {
		units := uint64(mvhd.DurationV0)
		if mvhd.GetVersion() == 1 {
			units = mvhd.DurationV1
		}
		t.seconds = float64(units) / float64(mvhd.Timescale)
	}
	for box, err := range container.Boxes(r, moov.Start, moov.End) {
		if err != nil {
			break
		}
		if box.Type == "trak" {
			t.add(r, box)
		}
	}
	return t
}

func (t *tracks) add(r io.ReaderAt, trak container.Part) {
	var hdlr mp4.Hdlr
	if !unmarshal(r, trak, &hdlr, "mdia", "hdlr") {
		return
	}
	switch string(hdlr.HandlerType[:]) {
	case "vide":
		if !t.video {
			t.width, t.height = displayedSize(r, trak)
		}
		t.video = true
	case "soun":
		t.audio = true
	default:
		return
	}
	var mdhd mp4.Mdhd
	var stts mp4.Stts
	if unmarshal(r, trak, &mdhd, "mdia", "mdhd") && mdhd.Timescale > 0 && unmarshal(r, trak, &stts, "mdia", "minf", "stbl", "stts") {
		units := 0.0
		for _, e := range stts.Entries {
			units += float64(e.SampleCount) * float64(e.SampleDelta)
		}
		t.sampled = math.Max(t.sampled, units/float64(mdhd.Timescale))
	}
	var stsz mp4.Stsz
	if unmarshal(r, trak, &stsz, "mdia", "minf", "stbl", "stsz") {
		t.bytes += int64(min(uint64(stsz.SampleSize)*uint64(stsz.SampleCount), maxSamples))
		for _, n := range stsz.EntrySize {
			t.bytes += int64(n)
		}
	}
}

// displayedSize returns the size of a track's sample entry, rotated as its header states.
func displayedSize(r io.ReaderAt, trak container.Part) (width, height int64) {
	stsd, ok := container.Child(r, trak, "mdia", "minf", "stbl", "stsd")
	if !ok || stsd.Size() < 8 {
		return 0, 0
	}
	for entry, err := range container.Boxes(r, stsd.Start+8, stsd.End) {
		if err != nil {
			return 0, 0
		}
		var visual mp4.VisualSampleEntry
		visual.SetType(mp4.StrToBoxType(entry.Type))
		if unmarshal(r, entry, &visual) {
			width, height = int64(visual.Width), int64(visual.Height)
		}
		break
	}
	var tkhd mp4.Tkhd
	if unmarshal(r, trak, &tkhd, "tkhd") && tkhd.Matrix[0] == 0 && tkhd.Matrix[1] != 0 {
		width, height = height, width
	}
	return width, height
}

// unmarshal parses the payload of a box inside another one. The bytes are untrusted and the library is large, so a panic
// counts as an invalid box.
func unmarshal(r io.ReaderAt, in container.Part, box mp4.IBox, path ...string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	part, found := container.Child(r, in, path...)
	if !found || part.Size() > maxTable {
		return false
	}
	section := io.NewSectionReader(r, part.Start, part.Size())
	_, err := mp4.Unmarshal(section, uint64(part.Size()), box, mp4.Context{})
	return err == nil
}
