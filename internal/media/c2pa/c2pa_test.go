package c2pa_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/veraison/go-cose"

	"socialdata/internal/bundle/tsatest"
	"socialdata/internal/content"
	"socialdata/internal/media/c2pa"
	"socialdata/internal/media/c2pa/c2patest"
)

// trusting returns a validator whose list has the given certificates.
func trusting(t testing.TB, list ...[]byte) *c2pa.Validator {
	t.Helper()
	trust, err := c2pa.ReadTrust(bytes.Join(list, nil))
	if err != nil {
		t.Fatal(err)
	}
	return &c2pa.Validator{Trust: trust}
}

func check(t testing.TB, v *c2pa.Validator, file []byte) *content.C2PA {
	t.Helper()
	got, err := v.Check(t.Context(), bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// wants compares the verdict, and part of the reason.
func wants(t testing.TB, got *content.C2PA, verdict content.C2PAValidation, reason string) {
	t.Helper()
	if *got.Validation != verdict || !strings.Contains(*got.Reason, reason) {
		t.Errorf("%s: %s; want %s: …%s…", *got.Validation, *got.Reason, verdict, reason)
	}
}

func TestValidManifests(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	for name, c := range map[string]struct {
		file   []byte
		bind   c2patest.Binding
		reason string
	}{
		"jpeg":           {c2patest.JPEG, c2patest.Data, "no time stamp"},
		"jpeg by boxes":  {c2patest.JPEG, c2patest.Boxes, "no time stamp"},
		"png":            {c2patest.PNG, c2patest.Data, "revoked was not checked"},
		"webp":           {c2patest.WebP, c2patest.Data, "hold"},
		"mp4":            {c2patest.MP4, c2patest.Video(), "hold"},
		"mp4 as usual":   {c2patest.MP4, c2patest.Video("/ftyp", "/free", "/skip", "/mfra"), "The box for the file's type is not covered"},
		"mp4 by a range": {c2patest.MP4, c2patest.Data, "hold"},
	} {
		for version := 1; version <= 2; version++ {
			for _, made := range []bool{false, true} {
				got := check(t, v, s.Sign(t, c.file, c2patest.Manifest{Version: version, Ingredient: made}, c.bind))
				t.Log(name, version)
				wants(t, got, content.C2PAValid, c.reason)
			}
		}
	}
}

// TestWhatAManifestSays reads the facts that the API shows.
func TestWhatAManifestSays(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	for version := 1; version <= 2; version++ {
		got := check(t, trusting(t, s.Roots), s.Sign(t, c2patest.JPEG, c2patest.Manifest{Version: version, Ingredient: true}, c2patest.Data))
		valid := content.C2PAValid
		text := func(s string) *string { return &s }
		want := &content.C2PA{Present: true, Validation: &valid, Reason: got.Reason, Signer: text(c2patest.Name), ClaimGenerator: text(c2patest.Generator),
			Actions: []content.C2PAAction{{Action: "c2pa.created", DigitalSourceType: text("digitalCapture"), SoftwareAgent: text(c2patest.Agent)}},
			Ingredients: []content.C2PAIngredient{{Title: text(c2patest.Original), Format: text("image/jpeg"), Relationship: text("parentOf"),
				Manifest: content.C2PAIngredientIntact}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestAddresses reads the forms in which claims name their own boxes.
func TestAddresses(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	for address, want := range map[string]content.C2PAValidation{
		"self#jumbf=c2pa.signature": content.C2PAValid, "self#jumbf=c2pa/" + c2patest.Label + "/c2pa.signature": content.C2PAValid,
		"self#jumbf=/c2pa/" + c2patest.Label + "x/c2pa.signature": content.C2PAInvalid, "self#jumbf=/c2pa.signature": content.C2PAInvalid,
		"self#jumbf=c2pa/c2pa.signature": content.C2PAInvalid, "c2pa.signature": content.C2PAInvalid, "https://example.com/c2pa.signature": content.C2PAInvalid, "": content.C2PAInvalid,
	} {
		t.Log(address)
		m := c2patest.Manifest{Edit: func(_, c map[string]any) { c["signature"] = address }}
		wants(t, check(t, v, s.Sign(t, c2patest.JPEG, m, c2patest.Data)), want, "")
	}
}

// TestAlgorithms signs by all algorithms that C2PA allows.
func TestAlgorithms(t *testing.T) {
	t.Parallel()
	curve := func(c elliptic.Curve) crypto.Signer {
		key, err := ecdsa.GenerateKey(c, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	small, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for alg, key := range map[cose.Algorithm]crypto.Signer{cose.AlgorithmES256: curve(elliptic.P256()), cose.AlgorithmES384: curve(elliptic.P384()),
		cose.AlgorithmES512: curve(elliptic.P521()), cose.AlgorithmPS256: small, cose.AlgorithmPS384: small, cose.AlgorithmPS512: small, cose.AlgorithmEdDSA: edwards} {
		s := c2patest.New(t, c2patest.Options{Algorithm: alg, Key: key, OnlyPSS: alg == cose.AlgorithmPS384})
		v := trusting(t, s.Roots)
		file := s.Sign(t, c2patest.JPEG, c2patest.Manifest{}, c2patest.Data)
		t.Log(alg)
		wants(t, check(t, v, file), content.C2PAValid, "")
		wants(t, check(t, v, bytes.Replace(file, []byte(c2patest.Generator), []byte("Invented Progran"), 1)), content.C2PAInvalid, "The signature does not fit")
	}
}

// TestTampered changes a signed file. Nothing of it is valid any more.
func TestTampered(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	swap := func(from, to string) func([]byte) []byte {
		return func(b []byte) []byte {
			if !bytes.Contains(b, []byte(from)) || len(from) != len(to) {
				t.Fatalf("%q is not in the sample", from)
			}
			return bytes.Replace(b, []byte(from), []byte(to), 1)
		}
	}
	for name, c := range map[string]struct {
		file   []byte
		bind   c2patest.Binding
		m      c2patest.Manifest
		change func([]byte) []byte
		reason string
	}{
		"a picture's data":     {c2patest.JPEG, c2patest.Data, c2patest.Manifest{}, swap("data of a picture", "data of A picture"), "bytes were changed"},
		"one of the boxes":     {c2patest.JPEG, c2patest.Boxes, c2patest.Manifest{}, swap("data of a picture", "data of A picture"), "bytes were changed"},
		"a video's data":       {c2patest.MP4, c2patest.Video("/ftyp", "/free"), c2patest.Manifest{}, swap("data of a video", "data of A video"), "bytes were changed"},
		"a video's tables":     {c2patest.MP4, c2patest.Video("/ftyp", "/free"), c2patest.Manifest{}, swap("the tables", "the tablet"), "bytes were changed"},
		"more behind it":       {c2patest.JPEG, c2patest.Data, c2patest.Manifest{}, func(b []byte) []byte { return append(b, 'x') }, "bytes were changed"},
		"more behind boxes":    {c2patest.JPEG, c2patest.Boxes, c2patest.Manifest{}, func(b []byte) []byte { return append(b, 'x') }, "bytes were changed"},
		"a part between boxes": {c2patest.JPEG, c2patest.Boxes, c2patest.Manifest{}, swap("\xff\xda\x00\x04ab", "\xff\xfe\x00\x02\xff\xda"), "bytes were changed"},
		"a box moved": {c2patest.MP4, c2patest.Video("/ftyp", "/free"), c2patest.Manifest{}, func(b []byte) []byte {
			at := bytes.Index(b, []byte("\x00\x00\x00\x0cfree"))
			return []byte(string(b[:at]) + "\x00\x00\x00\x08free" + string(b[at:]))
		}, "bytes were changed"},
		"an assertion":             {c2patest.JPEG, c2patest.Data, c2patest.Manifest{}, swap(c2patest.Agent, "Invented Crush"), "An assertion was changed after it was signed (c2pa.actions)"},
		"an assertion's hash":      {c2patest.JPEG, c2patest.Data, c2patest.Manifest{Version: 1}, swap(c2patest.Generator, "Invented Progran"), "does not fit the claim"},
		"the claim":                {c2patest.JPEG, c2patest.Data, c2patest.Manifest{}, swap(c2patest.Generator, "Invented Progran"), "does not fit the claim"},
		"an ingredient's manifest": {c2patest.JPEG, c2patest.Data, c2patest.Manifest{Ingredient: true}, swap(c2patest.OldAgent, "Older Crush"), "was changed (original.jpg)"},
		"a manifest's name":        {c2patest.JPEG, c2patest.Data, c2patest.Manifest{Ingredient: true}, swap("000000000002\x00", "000000000001\x00"), "damaged"},
		"a sum of a PNG":           {c2patest.PNG, c2patest.Data, c2patest.Manifest{}, swap("c2pa.created", "c2pa.edited_"), "damaged"},
	} {
		file := s.Sign(t, c.file, c.m, c.bind)
		t.Log(name)
		wants(t, check(t, v, c.change(file)), content.C2PAInvalid, c.reason)
	}
}

// TestTrust holds that a manifest that fits is valid only if the operator's list vouches for its signer.
func TestTrust(t *testing.T) {
	t.Parallel()
	s, other := c2patest.New(t, c2patest.Options{}), c2patest.New(t, c2patest.Options{})
	past := c2patest.New(t, c2patest.Options{NotBefore: time.Now().AddDate(-2, 0, 0), NotAfter: time.Now().AddDate(-1, 0, 0)})
	future := c2patest.New(t, c2patest.Options{NotBefore: time.Now().AddDate(1, 0, 0), NotAfter: time.Now().AddDate(2, 0, 0)})
	server := c2patest.New(t, c2patest.Options{Change: func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} }})
	stamps := c2patest.New(t, c2patest.Options{Change: func(c *x509.Certificate) {
		c.ExtKeyUsage = append(c.ExtKeyUsage, x509.ExtKeyUsageTimeStamping)
	}})
	issuer := c2patest.New(t, c2patest.Options{Change: func(c *x509.Certificate) { c.IsCA, c.BasicConstraintsValid = true, true }})
	agreeing := c2patest.New(t, c2patest.Options{Change: func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyAgreement }})
	for name, c := range map[string]struct {
		signer *c2patest.Signer
		v      *c2pa.Validator
		reason string
	}{
		"no list":              {s, &c2pa.Validator{}, "no trust list"},
		"another authority":    {s, trusting(t, other.Roots), "nobody on the trust list vouches"},
		"ended":                {past, trusting(t, past.Roots), "certificate ended on"},
		"not begun":            {future, trusting(t, future.Roots), "certificate began on"},
		"made for servers":     {server, trusting(t, server.Roots), "not made for signing content"},
		"made for timestamps":  {stamps, trusting(t, stamps.Roots), "not made for signing content"},
		"made for issuing":     {issuer, trusting(t, issuer.Roots), "not made for signing content"},
		"made for agreeing":    {agreeing, trusting(t, agreeing.Roots), "not made for signing content"},
		"one of several lists": {other, trusting(t, s.Roots, past.Roots), "nobody on the trust list vouches"},
	} {
		file := c.signer.Sign(t, c2patest.JPEG, c2patest.Manifest{}, c2patest.Data)
		t.Log(name)
		wants(t, check(t, c.v, file), content.C2PAUntrusted, c.reason)
		wants(t, check(t, c.v, append(file, 'x')), content.C2PAInvalid, "bytes were changed")
	}
}

// TestTimestamps uses a certificate that has ended: it counts only if a trusted authority says that the signature is older.
func TestTimestamps(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	authority, stranger := tsatest.New(t), tsatest.New(t)
	stamp := func(a *tsatest.Authority) func([]byte) []byte {
		return func(sum []byte) []byte { return a.Token(t, sum) }
	}
	ofElse := func([]byte) []byte { return authority.Token(t, make([]byte, 32)) }
	v := trusting(t, s.Roots, authority.PEM())
	v.Now = func() time.Time { return time.Now().AddDate(1, 0, 0) }
	for name, c := range map[string]struct {
		stamp  func([]byte) []byte
		want   content.C2PAValidation
		reason string
	}{
		"none":                    {nil, content.C2PAUntrusted, "certificate ended on"},
		"of an authority":         {stamp(authority), content.C2PAValid, "as the time stamp of CN=Test authority shows"},
		"of a stranger":           {stamp(stranger), content.C2PAUntrusted, "certificate ended on"},
		"of something else":       {ofElse, content.C2PAUntrusted, "certificate ended on"},
		"an authority's answer":   {func(sum []byte) []byte { return authority.Reply(t, sum) }, content.C2PAUntrusted, "certificate ended on"}, // version 2 wants a token
		"that cannot be read":     {func([]byte) []byte { return []byte("no token") }, content.C2PAUntrusted, "certificate ended on"},
		"that is a bare sequence": {func([]byte) []byte { return []byte{0x30, 0x00} }, content.C2PAUntrusted, "certificate ended on"},
	} {
		t.Log(name)
		wants(t, check(t, v, s.Sign(t, c2patest.JPEG, c2patest.Manifest{Stamp: c.stamp}, c2patest.Data)), c.want, c.reason)
	}
	for _, old := range []func([]byte) []byte{stamp(authority), func(sum []byte) []byte { return authority.Reply(t, sum) }} {
		wants(t, check(t, v, s.Sign(t, c2patest.JPEG, c2patest.Manifest{Version: 1, Stamp: old}, c2patest.Data)), content.C2PAValid, "as the time stamp of")
	}
	v.Now = time.Now
	got := check(t, v, s.Sign(t, c2patest.JPEG, c2patest.Manifest{Stamp: stamp(stranger)}, c2patest.Data))
	wants(t, got, content.C2PAValid, "not one of an authority on the trust list, so the certificate was checked as of now")
}

// TestWhatIsNotChecked holds that nothing is valid of which a part was not checked.
func TestWhatIsNotChecked(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	edit := func(change func(assertions, claim map[string]any)) c2patest.Manifest {
		return c2patest.Manifest{Edit: change}
	}
	wide := func(whole []byte, start, end int) (string, map[string]any) {
		label, a := c2patest.Data(whole, start, min(end+8, len(whole)))
		return label, a
	}
	full := bytes.Replace(c2patest.MP4, []byte("free\x00\x00\x00\x00"), []byte("free\x00\x00\x00x"), 1)
	for name, c := range map[string]struct {
		file   []byte
		m      c2patest.Manifest
		bind   c2patest.Binding
		want   content.C2PAValidation
		reason string
	}{
		"no binding":              {c2patest.JPEG, edit(func(a, _ map[string]any) { delete(a, "c2pa.hash.data") }), c2patest.Data, content.C2PAInvalid, "not bound to any bytes"},
		"a range of the picture":  {c2patest.JPEG, c2patest.Manifest{}, wide, content.C2PAUnknown, "not its own"},
		"two bindings":            {c2patest.JPEG, edit(func(a, _ map[string]any) { a["c2pa.hash.boxes"] = a["c2pa.hash.data"] }), c2patest.Data, content.C2PAUnknown, "several ways"},
		"an unknown binding":      {c2patest.JPEG, edit(func(a, _ map[string]any) { a["c2pa.hash.new"] = a["c2pa.hash.data"]; delete(a, "c2pa.hash.data") }), c2patest.Data, content.C2PAUnknown, "c2pa.hash.new"},
		"an unknown hash":         {c2patest.JPEG, edit(func(_, c map[string]any) { c["alg"] = "md5" }), c2patest.Data, content.C2PAUnknown, "md5"},
		"no hash named":           {c2patest.JPEG, edit(func(_, c map[string]any) { delete(c, "alg") }), c2patest.Data, content.C2PAUnknown, "which hash"},
		"an unknown algorithm":    {c2patest.JPEG, c2patest.Manifest{Signed: func(h cose.ProtectedHeader) { h.SetAlgorithm(cose.AlgorithmRS256) }}, c2patest.Data, content.C2PAUnknown, "RS256"},
		"no algorithm":            {c2patest.JPEG, c2patest.Manifest{Signed: func(h cose.ProtectedHeader) { delete(h, cose.HeaderLabelAlgorithm) }}, c2patest.Data, content.C2PAUnknown, "does not say its algorithm"},
		"another key's algorithm": {c2patest.JPEG, c2patest.Manifest{Signed: func(h cose.ProtectedHeader) { h.SetAlgorithm(cose.AlgorithmEdDSA) }}, c2patest.Data, content.C2PAUnknown, "does not fit"},
		"no certificate":          {c2patest.JPEG, c2patest.Manifest{Signed: func(h cose.ProtectedHeader) { delete(h, cose.HeaderLabelX5Chain) }}, c2patest.Data, content.C2PAInvalid, "certificate chain"},
		"an unknown header":       {c2patest.JPEG, c2patest.Manifest{Unsigned: map[any]any{"new": 1}}, c2patest.Data, content.C2PAUnknown, "does not know (new)"},
		"a part that is full":     {c2patest.JPEG, c2patest.Manifest{Unsigned: map[any]any{"pad2": []byte{1}}}, c2patest.Data, content.C2PAInvalid, "not empty"},
		"an extra part":           {c2patest.JPEG, c2patest.Manifest{Boxes: func(p []string) []string { return append(p, p[1]) }}, c2patest.Data, content.C2PAInvalid, "damaged"},
		"no signature":            {c2patest.JPEG, c2patest.Manifest{Boxes: func(p []string) []string { return p[:2] }}, c2patest.Data, content.C2PAInvalid, "lacks"},
		"another signature":       {c2patest.JPEG, edit(func(_, c map[string]any) { c["signature"] = "self#jumbf=/c2pa/else/c2pa.signature" }), c2patest.Data, content.C2PAInvalid, "another signature"},
		"a text of its own":       {c2patest.JPEG, c2patest.Manifest{Payload: []byte("x")}, c2patest.Data, content.C2PAUnknown, "its own text"},
		"an assertion named twice": {c2patest.JPEG, edit(func(_, c map[string]any) {
			c["gathered_assertions"] = []any{map[string]any{"url": "self#jumbf=c2pa.assertions/c2pa.actions", "hash": []byte{}}}
		}), c2patest.Data, content.C2PAInvalid, "one twice"},
		"an unsigned assertion": {c2patest.JPEG, c2patest.Manifest{Unlisted: map[string]any{"c2pa.actions.v2": 1}}, c2patest.Data, content.C2PAInvalid, "was not signed"},
		"space that is full":    {full, c2patest.Manifest{}, c2patest.Video("/ftyp", "/free"), content.C2PAUnknown, "free space that is not empty"},
		"tables left out":       {c2patest.MP4, c2patest.Manifest{}, c2patest.Video("/ftyp", "/moov"), content.C2PAUnknown, "(moov)"},
		"the data left out":     {c2patest.MP4, c2patest.Manifest{}, c2patest.Video("/mdat"), content.C2PAUnknown, "(mdat)"},
		"blocks": {c2patest.MP4, edit(func(a, _ map[string]any) { a["c2pa.hash.bmff.v3"].(map[string]any)["merkle"] = []any{} }), c2patest.Video(), //nolint:forcetypeassert // of this test
			content.C2PAUnknown, "hashes of blocks"},
		"an old kind of hash": {c2patest.MP4, edit(func(a, _ map[string]any) {
			a["c2pa.hash.bmff"] = a["c2pa.hash.bmff.v3"]
			delete(a, "c2pa.hash.bmff.v3")
		}), c2patest.Video("/ftyp"),
			content.C2PAInvalid, "bytes were changed"}, // it covers no places
		"a video's binding of a picture": {c2patest.JPEG, edit(func(a, _ map[string]any) { a["c2pa.hash.bmff.v3"] = a["c2pa.hash.data"]; delete(a, "c2pa.hash.data") }), c2patest.Data,
			content.C2PAInvalid, "kind of file"},
	} {
		t.Log(name)
		wants(t, check(t, v, s.Sign(t, c.file, c.m, c.bind)), c.want, c.reason)
	}
}

func TestTrustLists(t *testing.T) {
	t.Parallel()
	good := c2patest.New(t, c2patest.Options{}).Roots
	for name, c := range map[string]struct {
		list    []byte
		anchors int
	}{
		"one": {good, 1}, "with words": {append([]byte("# ours\n"), good...), 1}, "two": {append(good[:len(good):len(good)], tsatest.New(t).PEM()...), 2},
		"none": {nil, 0}, "text": {[]byte("no PEM"), 0}, "a key": {[]byte("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), 0},
		"garbage": {[]byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"), 0},
	} {
		list, err := c2pa.ReadTrust(c.list)
		if (err == nil) != (c.anchors > 0) || list.Anchors() != c.anchors {
			t.Errorf("%s: %d, %v", name, list.Anchors(), err)
		}
	}
}
