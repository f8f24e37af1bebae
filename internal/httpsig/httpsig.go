// Package httpsig signs answers over HTTP and verifies them later: HTTP Message Signatures (RFC 9421) by Ed25519, and
// Content-Digest (RFC 9530) by SHA-256. It knows derived components, header fields as they are, and the parameter req; not
// @query-param, nor the parameters sf, key, bs and tr. It imports none of our packages.
package httpsig

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/dunglas/httpsfv"
)

// Names of header fields.
const (
	FieldAccept    = "Accept-Signature"
	FieldInput     = "Signature-Input"
	FieldSignature = "Signature"
	FieldDigest    = "Content-Digest"
)

// Exchange is a request and its answer, as far as signatures cover them.
type Exchange struct {
	Method string
	Target string      // the whole address of the request
	Asked  http.Header // fields of the request; may be nil
	Status int         // of the answer; 0: the message is the request
	Header http.Header // fields of the message
}

// Component identifies a part of a message: a header field in lower case, or one of the names that begin with @.
type Component struct {
	Name string
	Req  bool // of the request that an answer is to
}

// String returns the identifier as RFC 9421 writes it.
func (c Component) String() string {
	if c.Req {
		return strconv.Quote(c.Name) + ";req"
	}
	return strconv.Quote(c.Name)
}

var errComponent = errors.New("the component is not known here")

// componentOf reads a member of an inner list.
func componentOf(i httpsfv.Item) (c Component, err error) {
	name, is := i.Value.(string)
	if !is || name == "" || name != strings.ToLower(name) || strings.ContainsAny(name, "\"\\\n ") {
		return c, fmt.Errorf("%v: %w", i.Value, errComponent)
	}
	c.Name = name
	for _, p := range i.Params.Names() {
		if v, _ := i.Params.Get(p); p != "req" || v != true {
			return c, fmt.Errorf("%s;%s: %w", name, p, errComponent)
		}
		c.Req = true
	}
	return c, nil
}

// value returns the value of a component.
func (x Exchange) value(c Component) (string, error) {
	answer := x.Status != 0
	switch {
	case c.Name == "@status" && answer && !c.Req:
		return strconv.Itoa(x.Status), nil
	case strings.HasPrefix(c.Name, "@") && answer == c.Req:
		return x.derived(c.Name)
	case strings.HasPrefix(c.Name, "@"), c.Req && !answer:
		return "", fmt.Errorf("%s: %w", c, errComponent)
	case c.Req:
		return field(x.Asked, c)
	}
	return field(x.Header, c)
}

// derived returns a component that follows from the method and the address of the request.
func (x Exchange) derived(name string) (string, error) {
	u, err := url.Parse(x.Target)
	if err != nil {
		return "", err
	}
	switch name {
	case "@method":
		return x.Method, nil
	case "@target-uri":
		return x.Target, nil
	case "@authority":
		host := strings.ToLower(u.Host)
		if u.Port() == map[string]string{"http": "80", "https": "443"}[u.Scheme] {
			host = strings.TrimSuffix(host, ":"+u.Port())
		}
		return host, nil
	case "@scheme":
		return strings.ToLower(u.Scheme), nil
	case "@path":
		if path := u.EscapedPath(); path != "" {
			return path, nil
		}
		return "/", nil
	case "@query":
		return "?" + u.RawQuery, nil
	case "@request-target":
		return u.RequestURI(), nil
	}
	return "", fmt.Errorf("%s: %w", name, errComponent)
}

func field(h http.Header, c Component) (string, error) {
	list := h.Values(c.Name)
	if len(list) == 0 {
		return "", fmt.Errorf("%s: the message has no such field", c)
	}
	trimmed := make([]string, len(list))
	for n, v := range list {
		if trimmed[n] = strings.TrimSpace(v); strings.ContainsAny(v, "\r\n") {
			return "", fmt.Errorf("%s: the field has several lines", c)
		}
	}
	return strings.Join(trimmed, ", "), nil
}

// base returns the text that is signed: a line for each component, and the list of them with its parameters.
func (x Exchange) base(list httpsfv.InnerList) (text string, covers []Component, err error) {
	var b strings.Builder
	seen := map[Component]bool{}
	for _, item := range list.Items {
		c, err := componentOf(item)
		if err != nil {
			return "", nil, err
		}
		if seen[c] {
			return "", nil, fmt.Errorf("%s: named twice", c)
		}
		seen[c] = true
		v, err := x.value(c)
		if err != nil {
			return "", nil, err
		}
		fmt.Fprintf(&b, "%s: %s\n", c, v)
		covers = append(covers, c)
	}
	params, err := httpsfv.Marshal(httpsfv.List{list})
	b.WriteString("\"@signature-params\": " + params)
	return b.String(), covers, err
}
