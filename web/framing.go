package web

import (
	"bytes"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
)

// headerCount counts the headers of a request that determine where it ends and who sent it.
type headerCount struct {
	host, authorization, cookie, length, encoding int
	chunked                                       bool
	malformed                                     bool // a folded line, or a space before a colon
}

// checkFraming rejects requests whose end or sender another server on the way could interpret differently than
// fasthttp, and closes their connection.
func checkFraming(c *fiber.Ctx) error {
	n := countHeaders(c.Request().Header.RawHeaders())
	fields := []apierror.Field{}
	add := func(bad bool, name, reason, expected string) {
		if bad {
			fields = append(fields, apierror.Field{Name: name, In: "header", Reason: reason, Expected: expected})
		}
	}
	http11 := c.Request().Header.IsHTTP11()
	add(n.malformed, "request", "malformed", "header lines that are not folded, without blanks before their colons")
	add(n.host > 1, "Host", "repeated", "the header once")
	add(n.host == 0 && http11, "Host", "required", "the header once")
	add(n.authorization > 1, "Authorization", "repeated", "the header once")
	add(n.cookie > 1, "Cookie", "repeated", "the header once")
	add(n.length > 1, "Content-Length", "repeated", "the header once")
	add(n.encoding > 0 && n.length > 0, "Transfer-Encoding", "conflict", "either Content-Length or Transfer-Encoding")
	add(n.encoding > 1 || n.encoding == 1 && (!n.chunked || !http11), "Transfer-Encoding", "enum", "chunked, once, in HTTP/1.1")
	if len(fields) == 0 {
		return c.Next()
	}
	c.Context().SetConnectionClose()
	return apierror.InvalidInput(operations.FirstOfEach(fields)...)
}

func countHeaders(raw []byte) (n headerCount) {
	for line := range bytes.SplitSeq(raw, []byte{'\n'}) {
		name, value, _ := bytes.Cut(line, []byte{':'})
		if len(name) == 0 {
			continue
		}
		if last := name[len(name)-1]; name[0] == ' ' || name[0] == '\t' || len(name) < len(line) && (last == ' ' || last == '\t') {
			n.malformed = true
		}
		n.count(bytes.TrimSpace(name), value)
	}
	return n
}

func (n *headerCount) count(name, value []byte) {
	is := func(want string) bool { return len(name) == len(want) && bytes.EqualFold(name, []byte(want)) }
	switch {
	case is(fiber.HeaderHost):
		n.host++
	case is(fiber.HeaderAuthorization):
		n.authorization++
	case is(fiber.HeaderCookie):
		n.cookie++
	case is(fiber.HeaderContentLength):
		n.length++
	case is(fiber.HeaderTransferEncoding):
		n.encoding++
		n.chunked = bytes.EqualFold(bytes.TrimSpace(value), []byte("chunked"))
	}
}
