package jobs

import (
	"cmp"
	"math"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Bounds of what is tried for one medium.
const (
	maxRenditions = 4
	maxParted     = 2 // of them, those that have to be joined
	maxAddresses  = 4 // of one file
)

// maxHeight is the default bound on the shorter side of a video, in pixels.
const maxHeight = 720

// keepFiles reduces the files of an item to those that may be downloaded: of a video the renditions to try, the preferred one
// first; of anything else its parts.
func (m *Importer) keepFiles(w *attemptState, files []sources.MediaFile) {
	if w.Files = files; len(files) > 0 && isVideo(w.Item.Kind) {
		w.Files = chooseFiles(files, cmp.Or(m.MaxHeight, maxHeight), m.Media.Joins())
	}
	w.beginParts()
}

func isVideo(k content.Kind) bool { return k == content.KindVideo || k == content.KindShort }

// chooseFiles drops files above the height bound, and those that would have to be joined if nothing here can join, unless no
// other file is left. A complete file follows those that have to be joined.
func chooseFiles(files []sources.MediaFile, height int64, joins bool) []sources.MediaFile {
	files = without(files, func(f sources.MediaFile) bool { return f.Kind != files[0].Kind })
	files = without(files, func(f sources.MediaFile) bool { return f.Sound != nil && !joins })
	height = max(height, lowest(files))
	files = without(files, func(f sources.MediaFile) bool { return min(f.Width, f.Height) > height })
	var list []sources.MediaFile
	parted := 0
	for _, f := range files {
		if f.Sound != nil {
			parted++
		}
		if len(list) < maxRenditions && (f.Sound == nil || parted <= maxParted) {
			list = append(list, f)
		}
	}
	return list
}

// lowest is the smallest shorter side of the files.
func lowest(files []sources.MediaFile) int64 {
	low := int64(math.MaxInt64)
	for _, f := range files {
		low = min(low, f.Width, f.Height)
	}
	return low
}

// without drops files, but never all of them.
func without(files []sources.MediaFile, out func(sources.MediaFile) bool) []sources.MediaFile {
	var list []sources.MediaFile
	for _, f := range files {
		if !out(f) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return files
	}
	return list
}

// addresses returns the addresses of one file in the order in which they are tried.
func addresses(f sources.MediaFile) []string {
	list := append([]string{f.URL}, f.Others...)
	return list[:min(len(list), maxAddresses)]
}
