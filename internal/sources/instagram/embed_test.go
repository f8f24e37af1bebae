package instagram

import (
	"strconv"
	"testing"

	"socialdata/internal/content"
)

// TestEmbedPages reads the kind of a post from what the page has of it, and names an author only if there is one.
func TestEmbedPages(t *testing.T) {
	t.Parallel()
	script := func(context, post string) string {
		inner := `{"context":{` + context + `},"gql_data":{"shortcode_media":{"shortcode":"` + someCode + `"` + post + `}}}`
		return `<script>{"contextJSON":` + strconv.Quote(inner) + `}</script>`
	}
	const pk = "3999822825618844191"
	markup := func(users string) string {
		return `<div class="Embed" data-media-type="GraphImage" data-media-id="` + pk + `" data-owner-id="42">` + users
	}
	user := func(name string) string { return `<span class="UsernameText">` + name + `</span>` }
	for name, tt := range map[string]struct {
		page   string
		kind   content.Kind
		handle string
	}{
		"the context names the kind":   {script(`"type":"GraphVideo"`, ""), content.KindVideo, ""},
		"the post names it":            {script("", `,"__typename":"GraphImage"`), content.KindImage, ""},
		"both do":                      {script(`"type":"GraphVideo"`, `,"__typename":"GraphImage"`), content.KindImage, ""},
		"a number does":                {script("", `,"media_type":1`), content.KindImage, ""},
		"one author":                   {markup(user("gran.loom")), content.KindImage, "gran.loom"},
		"two authors":                  {markup(user("gran.loom") + user("paper.kites")), content.KindImage, ""},
		"an author of an unknown form": {markup(user("gran loom")), content.KindImage, ""},
	} {
		p, err := readEmbed([]byte(tt.page), someCode)
		if err != nil || p.kind != tt.kind || !p.partial {
			t.Errorf("%s: %+v, %v", name, p, err)
			continue
		}
		handle := ""
		if p.author != nil && p.author.Handle != nil {
			handle = *p.author.Handle
		}
		if handle != tt.handle || p.author != nil && p.author.Handle == nil && p.author.URL != nil {
			t.Errorf("%s: author %+v", name, p.author)
		}
	}
}

// TestWhatOEmbedKnows: only its own words about this post say anything.
func TestWhatOEmbedKnows(t *testing.T) {
	t.Parallel()
	const own = `{"media_id":"3999822825618844191_42"}`
	for _, tt := range []struct {
		status int
		body   string
		want   oembedState
	}{
		{200, own, alive}, {404, own, unsure}, {200, `{"media_id":"7_42"}`, unsure}, {200, own[:20], unsure}, {200, "No Media Match", unsure},
		{404, "No Media Match", gone}, {400, "Media not found", gone}, {499, "No Media Match", gone}, {500, "No Media Match", unsure}, {404, "Not Found", unsure}, {401, "", unsure},
	} {
		s, _ := plays(t, func(string, string) (int, string) { return tt.status, tt.body })
		if got := s.oembed(t.Context(), someCode); got != tt.want {
			t.Errorf("%d %s: %d, want %d", tt.status, tt.body, got, tt.want)
		}
	}
}
