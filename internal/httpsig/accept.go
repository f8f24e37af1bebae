package httpsig

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dunglas/httpsfv"
)

// Algorithm is the only algorithm, as parameters name it.
const Algorithm = "ed25519"

// Bounds of an Accept-Signature header.
const (
	MaxAccept     = 2048
	maxSignatures = 4
	maxComponents = 16
	maxText       = 256
)

// Wanted is one signature that a client asked for.
type Wanted struct {
	label      string
	components []Component
	nonce, tag string
}

// Standard lists what a signature covers if the client leaves it to the signer. Of the address it takes path and query, which
// no proxy changes.
func Standard() []Component {
	return []Component{{Name: "@status"}, {Name: "content-digest"}, {Name: "content-type"}, {Name: "@method", Req: true}, {Name: "@path", Req: true}, {Name: "@query", Req: true}}
}

// offered lists what an answer can be signed with, whatever becomes of the request.
func offered() []Component {
	return append(Standard(), Component{Name: "x-request-id"}, Component{Name: "@target-uri", Req: true}, Component{Name: "@authority", Req: true},
		Component{Name: "@scheme", Req: true}, Component{Name: "@request-target", Req: true})
}

// ParseAccept reads an Accept-Signature header (RFC 9421, section 5) for a signer with one key. What cannot be signed as it is
// asked for is an error, so that no client takes an answer for signed. An empty list of components leaves them to the signer.
func ParseAccept(header []string, keyID string) ([]Wanted, error) {
	if n := len(strings.Join(header, ",")); n > MaxAccept {
		return nil, fmt.Errorf("at most %d bytes", MaxAccept)
	}
	d, err := httpsfv.UnmarshalDictionary(header)
	if err != nil {
		return nil, errors.New("a dictionary of lists of components, such as sig1=()")
	}
	if n := len(d.Names()); n == 0 || n > maxSignatures {
		return nil, fmt.Errorf("1 to %d signatures", maxSignatures)
	}
	var list []Wanted
	for _, label := range d.Names() {
		m, _ := d.Get(label)
		inner, is := m.(httpsfv.InnerList)
		if !is {
			return nil, fmt.Errorf("%s: a list of components", label)
		}
		w, err := wantedOf(label, inner, keyID)
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

func wantedOf(label string, inner httpsfv.InnerList, keyID string) (w Wanted, err error) {
	w = Wanted{label: label, components: Standard()}
	if len(inner.Items) > maxComponents {
		return w, fmt.Errorf("%s: at most %d components", label, maxComponents)
	}
	if len(inner.Items) > 0 {
		w.components = nil
	}
	for _, item := range inner.Items {
		c, err := componentOf(item)
		if err != nil || !slices.Contains(offered(), c) || slices.Contains(w.components, c) {
			return w, fmt.Errorf("%s: components of %v, each once", label, offered())
		}
		w.components = append(w.components, c)
	}
	for _, name := range inner.Params.Names() {
		v, _ := inner.Params.Get(name)
		if err := w.set(name, v, keyID); err != nil {
			return w, fmt.Errorf("%s: %w", label, err)
		}
	}
	return w, nil
}

// set takes a parameter of a wanted signature.
func (w *Wanted) set(name string, v any, keyID string) error {
	text, isText := v.(string)
	switch {
	case name == "created" && v == true: // always
	case name == "alg" && v == Algorithm, name == "keyid" && v == keyID: // always
	case name == "nonce" && isText && len(text) <= maxText:
		w.nonce = text
	case name == "tag" && isText && len(text) <= maxText:
		w.tag = text
	default:
		return fmt.Errorf("the parameters created, nonce, tag, alg=%q and keyid=%q", Algorithm, keyID)
	}
	return nil
}
