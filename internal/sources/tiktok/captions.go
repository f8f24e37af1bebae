package tiktok

import (
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// captionFile is one signed captions file of a video.
type captionFile struct {
	url, language string
	webVTT        bool
	rank          int // 0 written by a person, 1 the platform's speech recognition, 2 a machine translation
}

// captions are the lists of captions files in a video, which are read only if a transcript is requested.
type captions struct {
	files []byte // subtitleInfos
	info  []byte // claInfo: repeats them, and sometimes is the only one
}

func (c captions) list() []captionFile {
	var files []captionFile
	for _, v := range gjson.ParseBytes(c.files).Array() {
		f := v.Map()
		files = append(files, captionFile{
			url: f["Url"].String(), language: f["LanguageCodeName"].String(),
			webVTT: f["Format"].String() == "webvtt", rank: sourceRank(f["Source"].String()),
		})
	}
	if len(files) > 0 {
		return files
	}
	for _, v := range gjson.GetBytes(c.info, "captionInfos").Array() {
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

// addTranscript adds to an item the best captions in a language and the list of all, ordered: written by people,
// automatic, translated. Captions that exist and cannot be read are an error.
func (s site) addTranscript(ctx context.Context, item *content.Item, language string, c captions, header map[string]string) error {
	named := c.list()
	files := slices.DeleteFunc(slices.Clone(named), func(f captionFile) bool { return !f.webVTT || f.url == "" })
	if len(files) == 0 && len(named) > 0 {
		return sources.Missing("subtitleInfos in webvtt")
	}
	slices.SortStableFunc(files, func(a, b captionFile) int { return a.rank - b.rank })
	for _, f := range files {
		item.Captions = append(item.Captions, scan.Caption(f.language, "", f.rank > 0))
	}
	n := scan.InLanguage(item.Captions, language)
	if n < 0 {
		return nil
	}
	t, err := s.transcript(ctx, files[n], header)
	item.Transcript = t
	return err
}

// transcript fetches one file of captions.
func (s site) transcript(ctx context.Context, best captionFile, header map[string]string) (*content.Transcript, error) {
	segments, err := sources.FetchCaptions(ctx, s.fetcher, sources.Request{URL: best.url, Header: header}, scan.WebVTT)
	if err != nil {
		return nil, err
	}
	return scan.Transcript(best.language, scan.Caption("", "", best.rank > 0).Source, segments), nil
}
