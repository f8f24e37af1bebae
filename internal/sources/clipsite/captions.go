package clipsite

import (
	"bytes"
	"context"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// captionFile is one signed captions file of a video.
type captionFile struct {
	url, language string
	webVTT        bool
	rank          int // 0 written by a person, 1 heard by the platform, 2 a machine translation of that
}

// captionFiles reads subtitleInfos, and claInfo where that is empty.
func captionFiles(video map[string]gjson.Result) []captionFile {
	var files []captionFile
	for _, v := range video["subtitleInfos"].Array() {
		f := v.Map()
		files = append(files, captionFile{
			url: f["Url"].String(), language: f["LanguageCodeName"].String(),
			webVTT: f["Format"].String() == "webvtt", rank: sourceRank(f["Source"].String()),
		})
	}
	if len(files) > 0 {
		return files
	}
	for _, v := range video["claInfo"].Get("captionInfos").Array() {
		f := v.Map()
		file := captionFile{url: f["url"].String(), language: f["language"].String(), webVTT: f["captionFormat"].String() == "webvtt"}
		if f["isAutoGen"].Bool() {
			file.rank = 1
			if f["isOriginalCaption"].Type == gjson.False {
				file.rank = 2
			}
		}
		files = append(files, file)
	}
	return files
}

func sourceRank(source string) int {
	switch source {
	case "ASR":
		return 1
	case "MT":
		return 2
	}
	return 0
}

// transcript fetches the captions nearest to what was said: written before heard before translated. nil without any;
// captions that exist and cannot be read are an error.
func (s site) transcript(ctx context.Context, files []captionFile) (*content.Transcript, error) {
	if len(files) == 0 {
		return nil, nil
	}
	best := captionFile{rank: 3}
	for _, f := range files {
		if f.webVTT && f.url != "" && f.rank < best.rank {
			best = f
		}
	}
	if best.url == "" {
		return nil, fault.New(fault.SourceChanged, "missing", []string{"subtitleInfos in webvtt"})
	}
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: best.url})
	if err != nil {
		return nil, err
	}
	if a.Status >= 400 || len(bytes.TrimSpace(a.Body)) == 0 {
		return nil, fault.New(fault.RouteDegraded)
	}
	segments, err := wire.WebVTT(a.Body)
	if err != nil {
		return nil, fault.Wrap(err, fault.SourceChanged, "missing", []string{"captions"})
	}
	source := content.AutomaticCaptions
	if best.rank == 0 {
		source = content.Captions
	}
	return wire.Transcript(best.language, source, segments), nil
}
