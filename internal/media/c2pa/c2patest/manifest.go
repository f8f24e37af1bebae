package c2patest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/veraison/go-cose"
)

// What every manifest says, for tests that change it.
const (
	Generator = "Invented Program"
	Agent     = "Invented Brush"
	Original  = "original.jpg" // the title of the ingredient
	Label     = "urn:c2pa:00000000-0000-4000-8000-000000000001"
)

// OldAgent is what the ingredient's manifest says that it was made with.
const OldAgent = "Older Brush"

// oldParts returns the parts of the ingredient's manifest, and its claim.
func oldParts(t testing.TB) (parts []string, claim []byte) {
	t.Helper()
	made := superbox("cbor", "c2pa.actions", box("cbor", string(encode(t, map[string]any{"softwareAgent": OldAgent}))))
	claim = encode(t, map[string]any{"signature": "self#jumbf=c2pa.signature", "alg": "sha256", "assertions": []any{uri("c2pa.assertions/c2pa.actions", made)}})
	return []string{superbox("c2as", "c2pa.assertions", made), superbox("c2cl", "c2pa.claim", box("cbor", string(claim))),
		superbox("c2cs", "c2pa.signature", box("cbor", "\xf6"))}, claim
}

// OldHash is the hash of the claim in the ingredient's manifest, by which it was bound before C2PA 1.3.
func OldHash(t testing.TB) []byte {
	t.Helper()
	_, claim := oldParts(t)
	sum := sha256.Sum256(claim)
	return sum[:]
}

const ingredientLabel = "urn:c2pa:00000000-0000-4000-8000-000000000002"

// Manifest is what a sample's manifest is made of. The zero value is a good one, of version 2.
type Manifest struct {
	Version    int                                      // of the claim: 1, else 2
	Ingredient bool                                     // it was made from something with a manifest of its own
	Stamp      func(sum []byte) []byte                  // a timestamp's token over a SHA-256
	Edit       func(assertions, claim map[string]any)   // before anything is hashed or signed
	Unlisted   map[string]any                           // assertions that the claim does not name
	Payload    []byte                                   // what the signature says that it is over; nil is right
	Unsigned   map[any]any                              // more headers that are not signed
	Signed     func(protected cose.ProtectedHeader)     // changes the signed headers after the signature
	Boxes      func(manifest []string) (parts []string) // changes the boxes of the manifest
}

func box(kind, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

func superbox(kind, label string, content ...string) string {
	tail, _ := hex.DecodeString("00110010800000aa00389b71")
	return box("jumb", box("jumd", kind+string(tail)+"\x03"+label+"\x00")+strings.Join(content, ""))
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		t.Fatal(err)
	}
	b, err := mode.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func uri(label, content string) map[string]any {
	sum := sha256.Sum256([]byte(content[8:])) // without the header of the box
	return map[string]any{"url": "self#jumbf=" + label, "hash": sum[:]}
}

// store makes a store whose manifest has one binding. Its size depends only on the size of the binding.
func (s *Signer) store(t testing.TB, m Manifest, label string, binding map[string]any) string {
	t.Helper()
	old := ""
	assertions := map[string]any{
		"c2pa.actions": map[string]any{"actions": []any{map[string]any{"action": "c2pa.created", "softwareAgent": Agent,
			"digitalSourceType": "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"}}},
	}
	if label != "" {
		assertions[label] = binding
	}
	if m.Ingredient {
		parts, _ := oldParts(t)
		old = superbox("c2ma", ingredientLabel, parts...)
		made := map[string]any{"dc:title": Original, "dc:format": "image/jpeg", "relationship": "parentOf"}
		key := "activeManifest"
		if m.Version == 1 {
			key = "c2pa_manifest"
		}
		made[key] = uri("/c2pa/"+ingredientLabel, old)
		assertions["c2pa.ingredient"] = made
	}
	claim := map[string]any{"signature": "self#jumbf=/c2pa/" + Label + "/c2pa.signature", "instanceID": "xmp:iid:1", "alg": "sha256"}
	if m.Edit != nil {
		m.Edit(assertions, claim)
	}
	boxes, list := []string{}, []any{}
	for _, name := range slices.Sorted(maps.Keys(assertions)) {
		b := superbox("cbor", name, box("cbor", string(encode(t, assertions[name]))))
		boxes, list = append(boxes, b), append(list, uri("c2pa.assertions/"+name, b))
	}
	for name, v := range m.Unlisted {
		boxes = append(boxes, superbox("cbor", name, box("cbor", string(encode(t, v)))))
	}
	claimLabel, listed := "c2pa.claim.v2", "created_assertions"
	if m.Version == 1 {
		claimLabel, listed = "c2pa.claim", "assertions"
		claim["claim_generator"] = Generator
	} else {
		claim["claim_generator_info"] = map[string]any{"name": Generator}
	}
	claim[listed] = list
	signed := encode(t, claim)
	parts := []string{superbox("c2as", "c2pa.assertions", boxes...), superbox("c2cl", claimLabel, box("cbor", string(signed))),
		superbox("c2cs", "c2pa.signature", box("cbor", string(s.sign(t, m, signed))))}
	if m.Boxes != nil {
		parts = m.Boxes(parts)
	}
	return superbox("c2pa", "c2pa", old, superbox("c2ma", Label, parts...))
}

// signatureSize is the size of every signature with its headers, filled up with zeros.
const signatureSize = 2800

// sign returns a COSE_Sign1 over a claim, which is not in it.
func (s *Signer) sign(t testing.TB, m Manifest, claim []byte) []byte {
	t.Helper()
	signer, err := cose.NewSigner(s.Algorithm, s.key)
	if err != nil {
		t.Fatal(err)
	}
	chain := []any{}
	for _, der := range s.chain {
		chain = append(chain, der)
	}
	message := cose.NewSign1Message()
	message.Headers.Protected.SetAlgorithm(s.Algorithm)
	if m.Version == 1 {
		message.Headers.Unprotected["x5chain"] = chain
	} else {
		message.Headers.Protected[cose.HeaderLabelX5Chain] = chain
	}
	message.Payload = claim
	if err := message.Sign(rand.Reader, nil, signer); err != nil {
		t.Fatal(err)
	}
	message.Payload = m.Payload
	maps.Copy(message.Headers.Unprotected, m.Unsigned)
	if m.Stamp != nil {
		s.stamp(t, m, message, claim)
	}
	if m.Signed != nil {
		m.Signed(message.Headers.Protected)
	}
	b := marshal(t, message)
	size := signatureSize
	if m.Stamp == nil { // small files are quicker to try
		size = len(b) + 64
	}
	message.Headers.Unprotected["pad"] = make([]byte, size-len(b))
	return marshal(t, message)
}

func marshal(t testing.TB, message *cose.Sign1Message) []byte {
	t.Helper()
	b, err := message.MarshalCBOR()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// stamp adds a timestamp: of the claim in version 1, else of the signature.
func (s *Signer) stamp(t testing.TB, m Manifest, message *cose.Sign1Message, claim []byte) {
	t.Helper()
	protected, err := message.Headers.MarshalProtected()
	if err != nil {
		t.Fatal(err)
	}
	name, payload := "sigTst2", encode(t, message.Signature)
	if m.Version == 1 {
		name, payload = "sigTst", claim
	}
	stamped := encode(t, []any{"CounterSignature", cbor.RawMessage(protected), []byte{}, payload})
	sum := sha256.Sum256(stamped)
	message.Headers.Unprotected[name] = map[any]any{"tstTokens": []any{map[any]any{"val": m.Stamp(sum[:])}}}
}
