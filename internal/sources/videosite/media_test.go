package videosite

import (
	"context"
	"testing"

	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/models/content"
)

func TestMedia(t *testing.T) {
	sim := simulator.New()
	f := sourcestest.Fetcher(t, sim, Hosts()...)
	r := Routes(f, Options{})[0]
	get := func(id string, captions bool) *sources.Media {
		m, err := r.Media(context.Background(), sources.ItemRequest{Link: sources.Link{Platform: content.VideoSite, LocalID: id}, Transcript: captions})
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		sourcestest.CheckMedia(t, content.VideoSite, f, m)
		return m
	}
	link, problem := sources.Recognize(sim.Samples()[0].Items[0])
	if problem != nil {
		t.Fatal(problem)
	}
	m := get(link.LocalID, true)
	if m.Item.Transcript == nil {
		t.Error("no transcript, which was asked for")
	}
	var heights []int64
	for _, file := range m.Files {
		heights = append(heights, file.Height)
		if file.Type != "video/mp4" || file.ExpiresAt == nil {
			t.Errorf("file %+v, want its type and its end", file)
		}
	}
	if len(heights) != 3 || heights[0] != 360 || heights[1] != 720 || heights[2] != 144 {
		t.Errorf("heights %v, want the smallest sharp one first", heights)
	}
	if m := get(simulator.VideoNoFiles, false); len(m.Files) != 0 {
		t.Errorf("files %v, want none without tricks", m.Files)
	}
}

func TestFilesNeedNoSignature(t *testing.T) {
	doc, _ := readAnswer(`{"streamingData":{"formats":[
		{"itag":18,"mimeType":"video/mp4; codecs=\"a\"","signatureCipher":"s=x&url=https%3A%2F%2Fr1.googlevideo.com%2F","width":640,"height":360},
		{"itag":19,"mimeType":"video/mp4","url":"https://elsewhere.example/file","width":640,"height":360},
		{"itag":20,"mimeType":"audio/mp4","url":"https://r1.googlevideo.com/a"},
		{"itag":22,"mimeType":"video/mp4","url":"https://r1.googlevideo.com/b","width":720,"height":1280}],
		"adaptiveFormats":[{"url":"https://r1.googlevideo.com/half","mimeType":"video/mp4"}]}}`)
	files := readPlayer(doc).files()
	if len(files) != 1 || files[0].URL != "https://r1.googlevideo.com/b" || files[0].Width != 720 {
		t.Errorf("files %+v, want the one whole and open file", files)
	}
}
