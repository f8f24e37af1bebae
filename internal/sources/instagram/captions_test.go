package instagram

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// TestCaptionsOfPosts: a video of which the whole source refused may have captions; a picture has none.
func TestCaptionsOfPosts(t *testing.T) {
	t.Parallel()
	const srt = "1\n00:00:00,000 --> 00:00:01,000\nwords\n"
	for name, tt := range map[string]struct {
		p      media
		status int
		body   string
		told   bool
		code   apierror.Code
	}{
		"captions":                     {media{kind: content.KindShort, captions: "x"}, 200, srt, true, ""},
		"none":                         {media{kind: content.KindShort}, 200, "", false, ""},
		"a part of a reel":             {media{kind: content.KindShort, partial: true}, 200, "", false, apierror.CodeRouteDegraded},
		"a part of a video":            {media{kind: content.KindVideo, partial: true}, 200, "", false, apierror.CodeRouteDegraded},
		"a part of a picture":          {media{kind: content.KindImage, partial: true}, 200, "", false, ""},
		"captions of a part":           {media{kind: content.KindVideo, partial: true, captions: "x"}, 200, srt, true, ""},
		"captions that are gone":       {media{kind: content.KindVideo, captions: "x"}, 404, srt, false, apierror.CodeRouteDegraded},
		"captions of the worst status": {media{kind: content.KindVideo, captions: "x"}, 400, srt, false, apierror.CodeRouteDegraded},
		"captions without a word":      {media{kind: content.KindVideo, captions: "x"}, 200, " \n", false, apierror.CodeRouteDegraded},
		"captions of another format":   {media{kind: content.KindVideo, captions: "x"}, 200, "<html>", false, apierror.CodeSourceChanged},
	} {
		s, _ := plays(t, func(string, string) (int, string) { return tt.status, tt.body })
		if tt.p.captions != "" {
			tt.p.captions = "https://scontent.cdninstagram.com/a.srt"
		}
		got, err := s.transcript(t.Context(), tt.p)
		want(t, name, err, tt.code)
		if (got != nil) != tt.told {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
