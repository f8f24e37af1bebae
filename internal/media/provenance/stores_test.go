package provenance

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"math/big"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"
)

// claimed is a store whose only manifest names its program in a claim.
func claimed(t *testing.T, claim any) string {
	t.Helper()
	return store(super("c2ma", "m", super("c2cl", "c2pa.claim", encoded(t, claim))))
}

func TestProgramsOfClaims(t *testing.T) {
	t.Parallel()
	info := func(v any) any { return map[string]any{"claim_generator_info": v} }
	long := strings.Repeat("x", 1001)
	for name, c := range map[string]struct {
		claim any
		want  string
	}{
		"a text": {map[string]any{"claim_generator": "tool/1"}, "tool/1"},
		"a text and a map": {
			map[string]any{"claim_generator": "tool/1", "claim_generator_info": map[string]any{"name": "x"}}, "tool/1",
		},
		"a map":              {info(map[string]any{"name": "tool", "version": "2"}), "tool/2"},
		"without a version":  {info(map[string]any{"name": "tool"}), "tool"},
		"the first of many":  {info([]any{map[string]any{"name": "one"}, map[string]any{"name": "two"}}), "one"},
		"an empty list":      {info([]any{}), ""},
		"a list of texts":    {info([]any{"tool"}), ""},
		"a number":           {map[string]any{"claim_generator": 7}, ""},
		"too long":           {map[string]any{"claim_generator": long}, ""},
		"a version too long": {info(map[string]any{"name": "tool", "version": long}), "tool"},
		"no map":             {[]any{"claim_generator"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e Evidence
			e.readStore([]byte(claimed(t, c.claim)))
			if diff := cmp.Diff(Evidence{C2PAPresent: true, ClaimGenerator: c.want}, e); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSignersThatAreNone(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]any{
		"no list":             "signature",
		"a list of one":       []any{[]byte{0xa0}},
		"no headers":          []any{1, 2, 3, 4},
		"headers of garbage":  []any{[]byte{0xff}, map[any]any{}, nil, []byte{}},
		"no certificate":      []any{[]byte{}, map[any]any{33: []byte("not DER")}, nil, []byte{}},
		"an empty chain":      []any{[]byte{}, map[any]any{"x5chain": []any{}}, nil, []byte{}},
		"a chain of texts":    []any{[]byte{}, map[any]any{"x5chain": []any{"CN=Maker"}}, nil, []byte{}},
		"a chain in a header": []any{[]byte("\xa1\x18\x21\x41x"), map[any]any{}, nil, []byte{}},
	} {
		var e Evidence
		e.readStore([]byte(store(super("c2ma", "m", super("c2cs", "c2pa.signature", encoded(t, v))))))
		if diff := cmp.Diff(Evidence{C2PAPresent: true}, e); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestSigners reads the name in a claim's certificate, from each of the places that files have it in.
func TestSigners(t *testing.T) {
	t.Parallel()
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Camera", Organization: []string{"Maker", "Works"}}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	protected := func(header any) []byte {
		b, err := cbor.Marshal(header)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	none, claim := map[any]any{}, super("c2cl", "c2pa.claim", encoded(t, map[string]any{"claim_generator": "tool/1"}))
	for name, v := range map[string]any{
		"protected":           []any{protected(map[any]any{33: []any{der, []byte("another")}}), none, nil, []byte{}},
		"a chain of one":      []any{protected(map[any]any{33: der}), none, nil, []byte{}},
		"not protected":       []any{protected(none), map[any]any{33: []any{der}}, nil, []byte{}},
		"under the old key":   []any{protected(none), map[any]any{"x5chain": []any{der}}, nil, []byte{}},
		"beside a broken one": []any{protected(map[any]any{33: []any{[]byte("no DER")}}), map[any]any{"x5chain": []any{der}}, nil, []byte{}},
		"headers alone":       []any{protected(map[any]any{33: der}), none},
		"tagged":              cbor.Tag{Number: 18, Content: []any{protected(map[any]any{33: der}), none, nil, []byte{}}},
	} {
		var e Evidence
		e.readStore([]byte(store(super("c2ma", "m", claim, super("c2cs", "c2pa.signature", encoded(t, v))))))
		if diff := cmp.Diff(Evidence{C2PAPresent: true, ClaimGenerator: "tool/1", Signer: "Camera / Maker, Works"}, e); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestActionsBehindOthers finds the actions wherever they stand among a manifest's parts.
func TestActionsBehindOthers(t *testing.T) {
	t.Parallel()
	actions := super("cbor", "c2pa.actions", encoded(t, map[string]any{"actions": []any{map[string]any{"softwareAgent": "Camera"}}}))
	assertions := super("c2as", "c2pa.assertions", super("cbor", "c2pa.hash.data", encoded(t, map[string]any{})), actions)
	var e Evidence
	e.readStore([]byte(store(super("c2ma", "m", super("c2cs", "c2pa.signature"), assertions))))
	if diff := cmp.Diff(Evidence{C2PAPresent: true, Actions: []Action{{Agent: "Camera"}}}, e); diff != "" {
		t.Error(diff)
	}
}

func TestTrees(t *testing.T) {
	t.Parallel()
	m := manifest(t, "m", "digitalCapture", "Camera")
	good := Evidence{C2PAPresent: true, ClaimGenerator: "maker/1.2", Actions: []Action{{"digitalCapture", "Camera"}}}
	with := func(description, rest string) string { return box("jumb", box("jumd", description)+rest) }
	kind := "c2pa" + strings.Repeat("\x00", 12)
	for name, c := range map[string]struct {
		store string
		want  Evidence
	}{
		"good":                     {store(m), good},
		"without a label":          {with(kind+"\x00", m), good},
		"a label without its end":  {with(kind+"\x03c2pa", m), Evidence{}},
		"a description too short":  {with(kind, m), Evidence{}},
		"no description":           {box("jumb", m), Evidence{}},
		"of another kind":          {super("c2ma", "c2pa", m), Evidence{}},
		"an update":                {store(super("c2um", "u")), Evidence{C2PAPresent: true}},
		"behind another box":       {box("free", "x") + store(m), good},
		"behind an empty box":      {box("free", "") + store(m), good},
		"with two descriptions":    {with(kind+"\x03c2pa\x00", box("jumd", "free"+kind[4:]+"\x03other\x00")+m), good},
		"behind a box that lies":   {"\x00\x00\x00\x04free" + store(m), Evidence{}},
		"of size 0":                {u32(0) + store(m)[4:], good},
		"of a size that lies":      {u32(1<<31-1) + store(m)[4:], Evidence{}},
		"of a long size":           {u32(1) + "jumb" + u32(0) + u32(len(store(m))+8) + store(m)[8:], good},
		"of a long size below 16":  {u32(1) + "jumb" + u32(0) + u32(15) + store(m)[8:], Evidence{}},
		"of a long size of 2^64-1": {u32(1) + "jumb" + strings.Repeat("\xff", 8) + store(m)[8:], Evidence{}},
		"a child that is none":     {store(box("jumb", "x"), m), good},
		"something else after it":  {store(m) + store(), good},
		"only the first of two":    {store() + store(m), Evidence{}},
		"the first box of content": {store(super("c2ma", "m", super("c2cl", "c2pa.claim",
			encoded(t, map[string]any{"claim_generator": "first"}), encoded(t, map[string]any{"claim_generator": "second"})))),
			Evidence{C2PAPresent: true, ClaimGenerator: "first"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e Evidence
			e.readStore([]byte(c.store))
			if diff := cmp.Diff(c.want, e); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestStoresOfSegments joins what a JPEG cuts into segments, and leaves out what does not belong to it.
func TestStoresOfSegments(t *testing.T) {
	t.Parallel()
	s := store(manifest(t, "m", "digitalCapture", "Camera"))
	other := store(manifest(t, "m", "digitalCapture", "Other"))
	part := func(instance, number int, body string) string {
		head := binary.BigEndian.AppendUint16([]byte("JP"), uint16(instance))
		return segment("\xeb", string(binary.BigEndian.AppendUint32(head, uint32(number)))+body)
	}
	for name, c := range map[string]struct {
		segments []string
		want     string
	}{
		"one": {[]string{part(1, 1, s)}, "Camera"},
		"two by turns": {
			[]string{part(1, 1, s[:60]), part(2, 1, "01234567 no store"), part(1, 2, s[:8]+s[60:])}, "Camera",
		},
		"the second one lost":        {[]string{part(1, 1, s[:60])}, ""},
		"in the wrong order":         {[]string{part(1, 2, s[:8]+s[60:]), part(1, 1, s[:60])}, ""},
		"of the highest instance":    {[]string{part(2, 1, other), part(1, 1, s)}, "Other"},
		"beside one that is none":    {[]string{part(1, 1, s), part(2, 1, box("jumb", box("free", "x")))}, "Camera"},
		"beside one of another use":  {[]string{part(1, 1, s), part(2, 1, super("json", "other", ""))}, "Camera"},
		"its header alone at first":  {[]string{part(1, 1, s[:8]), part(1, 2, s)}, "Camera"},
		"beside an empty one":        {[]string{part(1, 2, "01234567"), part(2, 1, s)}, "Camera"},
		"too short to be one":        {[]string{segment("\xeb", "JP\x00\x01"), part(1, 1, s)}, "Camera"},
		"of another mark":            {[]string{segment("\xeb", "XX\x00\x01\x00\x00\x00\x01"+s)}, ""},
		"in another segment":         {[]string{segment("\xec", "JP\x00\x01\x00\x00\x00\x01"+s)}, ""},
		"behind the scan":            {[]string{"\xff\xda\x00\x02x", part(1, 1, s)}, ""},
		"behind a segment that lies": {[]string{"\xff\xe0\x00\x00", part(1, 1, s)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := jpegWith(c.segments...)
			got := Read(bytes.NewReader(b), int64(len(b)))
			if agents(got.Actions) != c.want {
				t.Errorf("%+v; want %q", got, c.want)
			}
		})
	}
}

// TestSegmentsAreJoinedUpToABound: a file of many segments takes no more memory than a store may.
func TestSegmentsAreJoinedUpToABound(t *testing.T) {
	t.Parallel()
	full := make([]byte, maxStore-16, maxStore)
	joined := segments{1: full}
	for _, want := range []int{maxStore - 8, maxStore, maxStore} {
		if joined.add([]byte("JP\x00\x01\x00\x00\x00\x0201234567part one")); len(joined[1]) != want {
			t.Errorf("%d bytes, want %d", len(joined[1]), want)
		}
	}
}

// TestStoreBesideOneTooLarge keeps the store that can be read.
func TestStoreBesideOneTooLarge(t *testing.T) {
	t.Parallel()
	s := store(manifest(t, "m", "digitalCapture", "Camera"))
	small, large := webp("C2PA", s)[12:], webp("C2PA", strings.Repeat("\x00", maxStore+1))[12:]
	size := binary.LittleEndian.AppendUint32(nil, uint32(4+len(small)+len(large)))
	b := bytes.Join([][]byte{[]byte("RIFF"), size, []byte("WEBP"), small, large}, nil)
	if got := Read(bytes.NewReader(b), int64(len(b))); agents(got.Actions) != "Camera" {
		t.Errorf("%+v", got)
	}
	b = png(chunk("caBX", s), chunk("caBX", "?")[:9]+"0000")
	if got := Read(bytes.NewReader(b), int64(len(b))); agents(got.Actions) != "Camera" {
		t.Errorf("beside a chunk of a wrong sum: %+v", got)
	}
}

func TestWeights(t *testing.T) {
	t.Parallel()
	made := []Action{{"trainedAlgorithmicMedia", ""}, {"trainedAlgorithmicMedia", "Second"}}
	camera := []Action{{"computationalCapture", "Camera"}}
	for name, c := range map[string]struct {
		e    Evidence
		s    Description
		want []Row
	}{
		"all at once": {
			Evidence{Actions: made, XMPSourceTypes: []string{"trainedAlgorithmicMedia"},
				Credits: []string{"MADE WITH GOOGLE AI"}},
			Description{Label: CreatorLabel, Text: "made with sora"},
			[]Row{{"c2pa_trained", .95, "Second"}, {"xmp_trained", .85, ""}, {"generator_text", .80, ""},
				{"creator_label", .70, ""}, {"caption_phrase", .40, "Sora"}},
		},
		"a camera beside an ingredient": {
			Evidence{Actions: camera, Ingredients: made}, Description{}, []Row{{"c2pa_ingredient_trained", .60, "Second"}},
		},
		"a camera":                {Evidence{Actions: camera}, Description{}, []Row{{"c2pa_capture", .10, ""}}},
		"an ingredient's camera":  {Evidence{Ingredients: camera}, Description{}, []Row{}},
		"a term that only begins": {Evidence{Actions: []Action{{"trainedAlgorithmicMediaX", "A"}}}, Description{}, []Row{}},
		"an unknown label":        {Evidence{}, Description{Label: "other"}, []Row{}},
		"a claim's program":       {Evidence{ClaimGenerator: "Sora"}, Description{}, []Row{}},
		"an agent in capitals": {
			Evidence{Actions: []Action{{"", "ADOBE FIREFLY"}}}, Description{}, []Row{{"generator_text", .80, "ADOBE FIREFLY"}},
		},
		"half of the parameters":   {Evidence{Parameters: "Steps: 20"}, Description{}, []Row{}},
		"a credit with more words": {Evidence{Credits: []string{"Not made with Google AI"}}, Description{}, []Row{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, rows := Judge(c.e, c.s)
			if diff := cmp.Diff(c.want, rows); diff != "" {
				t.Error(diff)
			}
		})
	}
}
