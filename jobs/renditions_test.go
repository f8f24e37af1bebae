package jobs

import (
	"fmt"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestRenditions: of a video the tallest within the bound first, joined where that can be done, with a whole file behind.
func TestRenditions(t *testing.T) {
	file := func(name string, height int64, parted bool) sources.MediaFile {
		f := sources.MediaFile{Kind: content.MediaVideo, URL: name, Width: height * 16 / 9, Height: height}
		if parted {
			f.Sound = &sources.MediaFile{URL: "sound"}
		}
		return f
	}
	all := []sources.MediaFile{file("1080+", 1080, true), file("720+", 720, true), file("480+", 480, true), file("360", 360, false), file("360+", 360, true)}
	for _, c := range []struct {
		height int64
		joins  bool
		files  []sources.MediaFile
		want   string
	}{
		{720, true, all, "720+ 480+ 360"},
		{1080, true, all, "1080+ 720+ 360"},
		{720, false, all, "360"},
		{144, true, all, "360 360+"},
		{720, true, all[:1], "1080+"},
		{720, false, all[:2], "720+"},
		{720, true, []sources.MediaFile{{URL: "unknown"}, file("1080", 1080, false)}, "unknown"},
		{720, true, []sources.MediaFile{file("a", 700, false), file("b", 700, false), file("c", 700, false), file("d", 700, false), file("e", 700, false)}, "a b c d"},
		{720, true, []sources.MediaFile{file("v", 360, false), {Kind: content.MediaImage, URL: "picture"}}, "v"},
	} {
		names := []string{}
		for _, f := range chooseFiles(c.files, c.height, c.joins) {
			names = append(names, f.URL)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("up to %d, joins %v: %s, want %s", c.height, c.joins, got, c.want)
		}
	}
}

func TestAddresses(t *testing.T) {
	f := sources.MediaFile{URL: "0"}
	for i := range 9 {
		f.Others = append(f.Others, fmt.Sprint(i+1))
	}
	if got := addresses(f); len(got) != maxAddresses || got[0] != "0" || got[1] != "1" {
		t.Errorf("%v", got)
	}
	if got := addresses(sources.MediaFile{URL: "0"}); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
