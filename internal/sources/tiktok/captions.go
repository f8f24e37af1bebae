package tiktok

import (
	"bytes"
	"context"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// captionFile is one signed captions file of a video.
type captionFile struct {
	url, language string
	webVTT        bool
	rank          int // 0 written by a person, 1 the platform's speech recognition, 2 a machine translation of that
}

// captions are where a video names its captions files, read only if a transcript is wanted.
type captions struct {
	files []byte // subtitleInfos
	info  []byte // claInfo, which repeats them, and sometimes alone has them
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

// transcript fetches the best captions: written by people before automatic before translated. It returns nil if there
// are none; captions that exist and cannot be read are an error.
func (s site) transcript(ctx context.Context, c captions, cookie string) (*content.Transcript, error) {
	files := c.list()
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
		return nil, apierror.New(apierror.CodeSourceChanged, "missing", []string{"subtitleInfos in webvtt"})
	}
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: best.url, Header: header(cookie)})
	if err != nil {
		return nil, err
	}
	if a.Status >= 400 || len(bytes.TrimSpace(a.Body)) == 0 {
		return nil, apierror.New(apierror.CodeRouteDegraded)
	}
	segments, err := scan.WebVTT(a.Body)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeSourceChanged, "missing", []string{"captions"})
	}
	source := content.AutomaticCaptions
	if best.rank == 0 {
		source = content.Captions
	}
	return scan.Transcript(best.language, source, segments), nil
}
