package media

import (
	"encoding/binary"
	"io"
	"math"

	"socialdata/internal/media/container"
)

// The ids of the elements in a WebM (RFC 9559) that describe its tracks.
const (
	webmSegment     = "18538067"
	webmInfo        = "1549A966"
	webmScale       = "2AD7B1"
	webmDuration    = "4489"
	webmTracks      = "1654AE6B"
	webmTrack       = "AE"
	webmTrackType   = "83"
	webmVideo       = "E0"
	webmPixelWidth  = "B0"
	webmPixelHeight = "BA"
)

// webmTracksOf reads the tracks of a WebM.
func webmTracksOf(r io.ReaderAt, size int64) tracks {
	var t tracks
	for segment := range within(r, container.Part{End: size}, webmSegment) {
		scale, duration := 1e6, 0.0
		for info := range within(r, segment, webmInfo) {
			if v, ok := number(r, info, webmScale); ok {
				scale = float64(v)
			}
			for d := range within(r, info, webmDuration) {
				duration = float(r, d)
			}
		}
		t.seconds = duration * scale / 1e9
		for list := range within(r, segment, webmTracks) {
			for track := range within(r, list, webmTrack) {
				t.addWebM(r, track)
			}
		}
	}
	return t
}

func (t *tracks) addWebM(r io.ReaderAt, track container.Part) {
	switch kind, _ := number(r, track, webmTrackType); kind {
	case 1:
		t.video = true
		for video := range within(r, track, webmVideo) {
			if t.width != 0 {
				break
			}
			w, _ := number(r, video, webmPixelWidth)
			h, _ := number(r, video, webmPixelHeight)
			t.width, t.height = int64(w&math.MaxUint32), int64(h&math.MaxUint32)
		}
	case 2:
		t.audio = true
	}
}

// within walks the elements of one type inside another one.
func within(r io.ReaderAt, in container.Part, id string) func(func(container.Part) bool) {
	return func(yield func(container.Part) bool) {
		for e, err := range container.Elements(r, in.Start, in.End) {
			if err != nil || e.Type == id && !yield(e) {
				return
			}
		}
	}
}

func number(r io.ReaderAt, in container.Part, id string) (value uint64, ok bool) {
	for e := range within(r, in, id) {
		b, err := e.Read(r, 8)
		for _, c := range b {
			value = value<<8 | uint64(c)
		}
		return value, err == nil
	}
	return 0, false
}

func float(r io.ReaderAt, e container.Part) float64 {
	b, err := e.Read(r, 8)
	switch {
	case err != nil:
		return 0
	case len(b) == 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	case len(b) == 8:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	return 0
}
