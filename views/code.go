package views

import (
	"context"
	"io"
	"regexp"
	"strings"

	"github.com/a-h/templ"
)

// codePieces finds what is coloured in samples of shell, JSON, Python, JavaScript and Go: a reader's key, which is not, a string with the
// colon behind a property, a comment, a keyword or a number. It needs no more: samples are ours.
var codePieces = regexp.MustCompile(`(?m)os\.environ\["KEY"\]|process\.env\.KEY|os\.Getenv\("KEY"\)|` +
	`("(?:\\.|[^"\\\n])*"|'[^']*')(\s*:)?|` + `((?:^|[ \t])(?:#|//) .*$)|` +
	`\b(async|await|catch|class|const|curl|def|defer|elif|else|except|export|for|from|func|if|import|in|let|new|package|range|return|try|var|while|with|None|True|False|nil|null|true|false)\b|` +
	`([ (=\[]-?\d+(?:\.\d+)?\b)`)

// breaks finds where an address in a string may be divided: before a part of its query and behind the slashes of a link in it.
var breaks = strings.NewReplacer("?", "<wbr>?", "&amp;", "<wbr>&amp;", "%2F%2F", "%2F%2F<wbr>", "%2F", "%2F<wbr>")

// coded shows code in colours. The place of a reader's key, if the code has one, is marked for the script.
func coded(text, key string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		end := 0
		for _, at := range codePieces.FindAllStringSubmatchIndex(text, -1) {
			class, from, to := "", at[0], at[1]
			switch {
			case at[4] >= 0: // its colon has no colour
				class, to = "property", at[3]
			case at[2] >= 0:
				class = "string"
			case at[6] >= 0:
				class = "comment"
			case at[8] >= 0:
				class = "keyword"
			case at[10] >= 0:
				class = "number"
			default:
				continue
			}
			piece := templ.EscapeString(text[from:to])
			if class == "string" && strings.Contains(piece, "://") {
				piece = breaks.Replace(piece)
			}
			b.WriteString(templ.EscapeString(text[end:from]) + `<span class="` + class + `">` + piece + `</span>`)
			end = to
		}
		b.WriteString(templ.EscapeString(text[end:]))
		html := b.String()
		if key = templ.EscapeString(key); key != "" {
			html = strings.Replace(html, key, `<span data-key="`+key+`">`+key+`</span>`, 1)
		}
		_, err := io.WriteString(w, html)
		return err
	})
}
