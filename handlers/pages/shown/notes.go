package shown

import (
	"bytes"
	"html/template"
	"net/url"
	"slices"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Notes renders what people wrote as a safe subset of Markdown. Strangers see it, too: HTML is shown as it was typed, pictures are not
// loaded, and links lead to the web or to an e-mail only.
func Notes(source string) template.HTML {
	if source == "" {
		return ""
	}
	var b bytes.Buffer
	if err := noteMarkdown().Convert([]byte(source), &b); err != nil {
		return template.HTML(template.HTMLEscapeString(source))
	}
	return template.HTML(b.String())
}

// noteMarkdown is made once: a shared page renders the notes of each of its cards.
var noteMarkdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithParser(noteParser()), goldmark.WithExtensions(extension.Linkify), goldmark.WithRendererOptions(html.WithHardWraps(),
		renderer.WithNodeRenderers(util.Prioritized(noteNodes{}, 100))))
})

// noteParser returns a parser that knows no HTML: tags are text as any other.
func noteParser() parser.Parser {
	isHTML := func(v util.PrioritizedValue) bool {
		return v.Value == parser.NewHTMLBlockParser() || v.Value == parser.NewRawHTMLParser()
	}
	return parser.NewParser(parser.WithBlockParsers(slices.DeleteFunc(parser.DefaultBlockParsers(), isHTML)...),
		parser.WithInlineParsers(slices.DeleteFunc(parser.DefaultInlineParsers(), isHTML)...), parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
}

// noteNodes renders what notes show otherwise than a document would.
type noteNodes struct{}

func (n noteNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, n.heading)
	r.Register(ast.KindLink, n.link)
	r.Register(ast.KindAutoLink, n.autoLink)
	r.Register(ast.KindImage, n.image)
}

// heading writes a bold paragraph: the page around the notes has its own outline.
func (noteNodes) heading(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<p><strong>")
	} else {
		_, _ = w.WriteString("</strong></p>\n")
	}
	return ast.WalkContinue, nil
}

// link writes a link, or its text alone if it leads elsewhere than notes may.
func (noteNodes) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	to := n.(*ast.Link).Destination
	switch {
	case !mayLink(to):
	case entering:
		openLink(w, to)
	default:
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

// autoLink writes an address that stands in the text.
func (noteNodes) autoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	l := n.(*ast.AutoLink)
	to := l.URL(source)
	if l.AutoLinkType == ast.AutoLinkEmail && !bytes.HasPrefix(bytes.ToLower(to), []byte("mailto:")) {
		to = append([]byte("mailto:"), to...)
	}
	linked := mayLink(to)
	if linked {
		openLink(w, to)
	}
	_, _ = w.Write(util.EscapeHTML(l.Label(source)))
	if linked {
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

// image writes the words that stand for the picture, or its address if there are none.
func (noteNodes) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering && !n.HasChildren() {
		_, _ = w.Write(util.EscapeHTML(n.(*ast.Image).Destination))
	}
	return ast.WalkContinue, nil
}

func openLink(w util.BufWriter, to []byte) {
	_, _ = w.WriteString(`<a href="`)
	_, _ = w.Write(util.EscapeHTML(util.URLEscape(to, true)))
	_, _ = w.WriteString(`" rel="noreferrer noopener nofollow">`)
}

func mayLink(to []byte) bool {
	u, err := url.Parse(string(util.UnescapePunctuations(to)))
	return err == nil && slices.Contains([]string{"http", "https", "mailto"}, u.Scheme)
}
