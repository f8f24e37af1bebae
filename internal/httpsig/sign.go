package httpsig

import (
	"crypto/sha256"
	"net/http"
	"time"

	"github.com/dunglas/httpsfv"
)

// Signer signs with Ed25519.
type Signer interface {
	// KeyID returns the id of the key that signs.
	KeyID() string
	// Sign signs a text.
	Sign(text []byte) []byte
}

// Digest returns the Content-Digest of a body.
func Digest(body []byte) string {
	sum := sha256.Sum256(body)
	d := httpsfv.NewDictionary()
	d.Add("sha-256", httpsfv.NewItem(sum[:]))
	text, _ := httpsfv.Marshal(d) // bytes always encode
	return text
}

// Sign returns the fields Content-Digest, Signature-Input and Signature of an answer. The header of x must have the fields
// that are covered, except Content-Digest.
func Sign(x Exchange, body []byte, wanted []Wanted, by Signer, now time.Time) (http.Header, error) {
	x.Header = x.Header.Clone()
	x.Header.Set(FieldDigest, Digest(body))
	inputs, signatures := httpsfv.NewDictionary(), httpsfv.NewDictionary()
	for _, w := range wanted {
		list := w.input(by.KeyID(), now)
		base, _, err := x.base(list)
		if err != nil {
			return nil, err
		}
		inputs.Add(w.label, list)
		signatures.Add(w.label, httpsfv.NewItem(by.Sign([]byte(base))))
	}
	input, err := httpsfv.Marshal(inputs)
	if err != nil {
		return nil, err
	}
	signature, err := httpsfv.Marshal(signatures)
	return http.Header{FieldDigest: {x.Header.Get(FieldDigest)}, FieldInput: {input}, FieldSignature: {signature}}, err
}

// input returns the components of a signature with its parameters.
func (w Wanted) input(keyID string, now time.Time) httpsfv.InnerList {
	p := httpsfv.NewParams()
	p.Add("created", now.Unix())
	p.Add("keyid", keyID)
	p.Add("alg", Algorithm)
	if w.nonce != "" {
		p.Add("nonce", w.nonce)
	}
	if w.tag != "" {
		p.Add("tag", w.tag)
	}
	list := httpsfv.InnerList{Params: p}
	for _, c := range w.components {
		item := httpsfv.NewItem(c.Name)
		if c.Req {
			item.Params.Add("req", true)
		}
		list.Items = append(list.Items, item)
	}
	return list
}
