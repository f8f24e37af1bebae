package c2pa_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/veraison/go-cose"

	"socialdata/internal/content"
	"socialdata/internal/media/c2pa/c2patest"
)

// TestSeveralStores refuses a file in which readers could find different manifests.
func TestSeveralStores(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	// twice repeats the bytes from one mark up to the next.
	twice := func(b []byte, from string, back int, to string) []byte {
		start := bytes.Index(b, []byte(from)) - back
		end := start + bytes.Index(b[start:], []byte(to))
		return []byte(string(b[:end]) + string(b[start:end]) + string(b[end:]))
	}
	picture := s.Sign(t, c2patest.JPEG, c2patest.Manifest{}, c2patest.Data)
	start, end := bytes.Index(picture, []byte("\xff\xeb")), bytes.Index(picture, []byte("\xff\xe0\x00\x06"))
	other := bytes.ReplaceAll(picture[start:end], []byte("JP\x00\x01\x00\x00"), []byte("JP\x00\x02\x00\x00"))
	web := s.Sign(t, c2patest.WebP, c2patest.Manifest{}, c2patest.Data)
	web = append(web, web[bytes.Index(web, []byte("C2PA")):]...)
	binary.LittleEndian.PutUint32(web[4:], uint32(len(web)-8))
	for name, file := range map[string][]byte{
		"jpeg": []byte(string(picture[:end]) + string(other) + string(picture[end:])),
		"png":  twice(s.Sign(t, c2patest.PNG, c2patest.Manifest{}, c2patest.Data), "caBX", 4, "\x00\x00\x00\x08IDAT"),
		"webp": web,
		"mp4":  twice(s.Sign(t, c2patest.MP4, c2patest.Manifest{}, c2patest.Video()), "uuid", 4, "\x00\x00\x00\x0cfree"),
	} {
		t.Log(name)
		wants(t, check(t, v, file), content.C2PAInvalid, "more than one manifest store")
	}
}

// TestIngredientsAreCheckedShallowly compares the manifest of what a file was made from, as a whole.
func TestIngredientsAreCheckedShallowly(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	with := func(change func(active map[string]any), redacted ...string) c2patest.Manifest {
		return c2patest.Manifest{Ingredient: true, Edit: func(a, c map[string]any) {
			active, _ := a["c2pa.ingredient"].(map[string]any)["activeManifest"].(map[string]any)
			change(active)
			if redacted != nil {
				c["redacted_assertions"] = redacted
			}
		}}
	}
	for name, c := range map[string]struct {
		m      c2patest.Manifest
		want   content.C2PAValidation
		state  content.C2PAIngredientState
		reason string
	}{
		"as signed":                 {with(func(map[string]any) {}), content.C2PAValid, content.C2PAIngredientIntact, ""},
		"another one":               {with(func(a map[string]any) { a["hash"] = make([]byte, 32) }), content.C2PAInvalid, content.C2PAIngredientChanged, "was changed"},
		"parts of it removed":       {with(func(a map[string]any) { a["hash"] = make([]byte, 32) }, "self#jumbf=x"), content.C2PAUnknown, content.C2PAIngredientUnchecked, "were removed"},
		"not there":                 {with(func(a map[string]any) { a["url"] = "self#jumbf=/c2pa/nowhere" }), content.C2PAInvalid, content.C2PAIngredientMissing, "is missing"},
		"the manifest itself":       {with(func(a map[string]any) { a["url"] = "self#jumbf=/c2pa/" + c2patest.Label }), content.C2PAInvalid, content.C2PAIngredientMissing, "is missing"},
		"bound only by its claim":   {with(func(a map[string]any) { a["hash"] = c2patest.OldHash(t) }), content.C2PAValid, content.C2PAIngredientUnchecked, ""},
		"by a hash that is unknown": {with(func(a map[string]any) { a["alg"] = "md5" }), content.C2PAUnknown, content.C2PAIngredientUnchecked, "md5"},
	} {
		file := s.Sign(t, c2patest.JPEG, c.m, c2patest.Data)
		got := check(t, v, file)
		t.Log(name)
		if wants(t, got, c.want, c.reason); got.Ingredients[0].Manifest != c.state {
			t.Errorf("the ingredient's manifest is %s, want %s", got.Ingredients[0].Manifest, c.state)
		}
		if c.want == content.C2PAValid { // an assertion in it was changed
			wants(t, check(t, v, bytes.Replace(file, []byte(c2patest.OldAgent), []byte("Older Crush"), 1)), content.C2PAInvalid, "was changed (original.jpg)")
		}
	}
}

// TestBindingsThatLeaveOutMore uses bindings whose hashes fit, but which do not hold all that is shown.
func TestBindingsThatLeaveOutMore(t *testing.T) {
	t.Parallel()
	along := c2patest.New(t, c2patest.Options{Along: c2patest.New(t, c2patest.Options{})})
	v := trusting(t, along.Roots)
	edited := func(bind c2patest.Binding, change func(a map[string]any)) c2patest.Binding {
		return func(whole []byte, start, end int) (string, map[string]any) {
			label, a := bind(whole, start, end)
			change(a)
			return label, a
		}
	}
	list := func(a map[string]any, name string) []any { l, _ := a[name].([]any); return l }
	hashed := func(a any, names ...string) map[string]any {
		m, _ := a.(map[string]any)
		m["names"] = names
		return m
	}
	unplaced := func(whole []byte, _, end int) (string, map[string]any) {
		sum := sha256.Sum256(whole[end:])
		return "c2pa.hash.bmff", map[string]any{"alg": "sha256", "hash": sum[:], "exclusions": []any{map[string]any{"xpath": "/ftyp"}, map[string]any{"xpath": "/uuid"}}}
	}
	foreign := []byte(string(c2patest.MP4) + "\x00\x00\x00\x20uuid0123456789abcdefanything")
	s := c2patest.New(t, c2patest.Options{})
	v2 := trusting(t, s.Roots)
	for name, c := range map[string]struct {
		file   []byte
		bind   c2patest.Binding
		want   content.C2PAValidation
		reason string
	}{
		"the same range twice": {c2patest.JPEG, edited(c2patest.Data, func(a map[string]any) { a["exclusions"] = append(list(a, "exclusions"), list(a, "exclusions")...) }), content.C2PAInvalid, "make no sense"},
		"a part beside its own": {c2patest.JPEG, edited(c2patest.Boxes, func(a map[string]any) {
			b := list(a, "boxes")
			hashed(b[1], "C2PA", "APP0")
			a["boxes"] = append(b[:2:2], b[3])
		}), content.C2PAInvalid, "cannot be read"},
		"a part left out":        {c2patest.JPEG, edited(c2patest.Boxes, func(a map[string]any) { hashed(list(a, "boxes")[2], "APP0")["excluded"] = true }), content.C2PAUnknown, "not its own"},
		"parts at the end":       {c2patest.JPEG, edited(c2patest.Boxes, func(a map[string]any) { a["boxes"] = list(a, "boxes")[:3] }), content.C2PAInvalid, "bytes were changed"},
		"parts of a scan":        {c2patest.JPEG, edited(c2patest.Boxes, func(a map[string]any) { hashed(list(a, "boxes")[3], "SOS", "RST0", "EOI") }), content.C2PAUnknown, "RST0"},
		"places of boxes":        {c2patest.MP4, unplaced, content.C2PAUnknown, "old kind of hash"},
		"boxes of somebody else": {foreign, edited(c2patest.Video("/uuid"), func(a map[string]any) { a["exclusions"] = list(a, "exclusions")[1:] }), content.C2PAUnknown, "(uuid)"},
		"a box by two rules":     {c2patest.MP4, edited(c2patest.Video("/free"), func(a map[string]any) { a["exclusions"] = append(list(a, "exclusions"), list(a, "exclusions")[1]) }), content.C2PAUnknown, "twice"},
		"a box by its flags":     {c2patest.MP4, edited(c2patest.Video("/free"), func(a map[string]any) { list(a, "exclusions")[1].(map[string]any)["flags"] = []byte{0, 0, 0} }), content.C2PAUnknown, "does not check"}, //nolint:forcetypeassert // of this test
		"a part of a box":        {c2patest.MP4, partOfMoov, content.C2PAUnknown, "(moov)"},
	} {
		t.Log(name)
		wants(t, check(t, v2, s.Sign(t, c.file, c2patest.Manifest{}, c.bind)), c.want, c.reason)
	}
	wants(t, check(t, v, along.Sign(t, c2patest.JPEG, c2patest.Manifest{}, c2patest.Data)), content.C2PAUnknown, "do not belong to its chain")
}

// partOfMoov leaves out the last four bytes of the table of a video.
func partOfMoov(whole []byte, _, end int) (string, map[string]any) {
	label, a := c2patest.Video()(whole, 0, end)
	at := bytes.LastIndex(whole, []byte("trak")) - 4
	h := sha256.New()
	for start := 0; start < len(whole); {
		size := int(binary.BigEndian.Uint32(whole[start:]))
		if part := whole[start : start+size]; string(part[4:8]) != "uuid" {
			h.Write(binary.BigEndian.AppendUint64(nil, uint64(start)))
			if start < at && at < start+size {
				h.Write(whole[start : at+12])
				part = whole[at+16 : start+size]
			}
			h.Write(part)
		}
		start += size
	}
	rules, _ := a["exclusions"].([]any)
	a["hash"], a["exclusions"] = h.Sum(nil), append(rules, map[string]any{"xpath": "/moov/trak", "subset": []any{map[string]any{"offset": 12, "length": 4}}})
	return label, a
}

// TestBounds holds that what is too large is left unchecked, and quickly.
func TestBounds(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	many := func(a, _ map[string]any) {
		for i := range 1001 {
			a[fmt.Sprintf("org.example.%d", i)] = i
		}
	}
	long := func(_, c map[string]any) { c["instanceID"] = strings.Repeat("x", 1<<20) }
	rules := make([]string, 101)
	for i := range rules {
		rules[i] = "/moov/trak"
	}
	for name, c := range map[string]struct {
		file   []byte
		m      c2patest.Manifest
		bind   c2patest.Binding
		reason string
	}{
		"many assertions":      {c2patest.WebP, c2patest.Manifest{Edit: many}, c2patest.Data, "larger than this version reads"},
		"a long claim":         {c2patest.WebP, c2patest.Manifest{Edit: long}, c2patest.Data, "larger than this version reads"},
		"a long signature":     {c2patest.WebP, c2patest.Manifest{Unsigned: map[any]any{"rVals": make([]byte, 1<<20)}}, c2patest.Data, "larger than this version reads"},
		"a store of 16 MiB":    {c2patest.WebP, c2patest.Manifest{Boxes: func(p []string) []string { return append(p, strings.Repeat("x", 16<<20)) }}, c2patest.Data, "larger than this version reads"},
		"the same, as a JPEG":  {c2patest.JPEG, c2patest.Manifest{Boxes: func(p []string) []string { return append(p, strings.Repeat("x", 16<<20)) }}, c2patest.Data, "larger than this version reads"},
		"many rules":           {c2patest.MP4, c2patest.Manifest{}, c2patest.Video(rules...), "cannot be read"},
		"a chain of 13":        {c2patest.WebP, c2patest.Manifest{Signed: func(h cose.ProtectedHeader) { h[cose.HeaderLabelX5Chain] = make([]any, 13) }}, c2patest.Data, "more certificates"},
		"a path of 11 boxes":   {c2patest.MP4, c2patest.Manifest{}, c2patest.Video(strings.Repeat("/moov", 11)), "cannot be read"},
		"a path by expression": {c2patest.MP4, c2patest.Manifest{}, c2patest.Video("/moov[1]"), "cannot be read"},
	} {
		t.Log(name)
		wants(t, check(t, v, s.Sign(t, c.file, c.m, c.bind)), content.C2PAUnknown, c.reason)
	}
}

// TestStopping ends with the caller.
func TestStopping(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	file := s.Sign(t, c2patest.JPEG, c2patest.Manifest{}, c2patest.Data)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got, err := trusting(t, s.Roots).Check(ctx, bytes.NewReader(file), int64(len(file))); !errors.Is(err, context.Canceled) || got != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
