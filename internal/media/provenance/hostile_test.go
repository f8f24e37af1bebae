package provenance

import (
	"bytes"
	"compress/zlib"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"
)

func deflated(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextsOfPNG(t *testing.T) {
	t.Parallel()
	const words = "a cat\nSteps: 20, Sampler: Euler"
	bomb := deflated(t, strings.Repeat("a", 4*maxPacket))
	for name, c := range map[string]struct {
		chunks []string
		want   string
	}{
		"plain":                      {[]string{chunk("tEXt", "parameters\x00"+words)}, words},
		"of another keyword":         {[]string{chunk("tEXt", "Comment\x00"+words)}, ""},
		"of a keyword with capitals": {[]string{chunk("tEXt", "Parameters\x00"+words)}, ""},
		"without a keyword":          {[]string{chunk("tEXt", words)}, ""},
		"keyword without its end":    {[]string{chunk("tEXt", "parameters")}, ""},
		"as long as is read": {
			[]string{chunk("tEXt", "parameters\x00"+strings.Repeat("a", maxText-11))}, strings.Repeat("a", maxText-11),
		},
		"one byte longer": {[]string{chunk("tEXt", "parameters\x00"+strings.Repeat("a", maxText-10))}, ""},
		"the last of two": {
			[]string{chunk("tEXt", "parameters\x00first"), chunk("tEXt", "parameters\x00last")}, "last",
		},
		"after the end":              {[]string{chunk("IEND", ""), chunk("tEXt", "parameters\x00"+words)}, ""},
		"before a chunk that is cut": {[]string{chunk("tEXt", "parameters\x00"+words), "\xff\xff\xff\xffIDAT"}, words},
		"behind a chunk that is cut": {[]string{"\xff\xff\xff\xffIDAT", chunk("tEXt", "parameters\x00"+words)}, ""},
		"international":              {[]string{chunk("iTXt", "parameters\x00\x00\x00en\x00translated\x00"+words)}, words},
		"international, deflated":    {[]string{chunk("iTXt", "parameters\x00\x01\x00\x00\x00"+deflated(t, words))}, words},
		"deflated, but not said":     {[]string{chunk("iTXt", "parameters\x00\x00\x00\x00\x00"+"plain")}, "plain"},
		"said, but not deflated":     {[]string{chunk("iTXt", "parameters\x00\x01\x00\x00\x00"+words)}, ""},
		"deflated and cut":           {[]string{chunk("iTXt", "parameters\x00\x01\x00\x00\x00"+deflated(t, words)[:12])}, ""},
		"a bomb": {
			[]string{chunk("iTXt", "parameters\x00\x01\x00\x00\x00"+bomb)}, strings.Repeat("a", maxText),
		},
		"international of a keyword": {[]string{chunk("iTXt", "parameters")}, ""},
		"international of one byte":  {[]string{chunk("iTXt", "parameters\x00\x00")}, ""},
		"international, no language": {[]string{chunk("iTXt", "parameters\x00\x00\x00en")}, ""},
		"international, no title":    {[]string{chunk("iTXt", "parameters\x00\x00\x00en\x00title")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := png(c.chunks...)
			if diff := cmp.Diff(Evidence{Parameters: c.want}, Read(bytes.NewReader(b), int64(len(b)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPacketsOfXMP(t *testing.T) {
	t.Parallel()
	types := func(list ...string) Evidence { return Evidence{XMPSourceTypes: list} }
	for name, c := range map[string]struct {
		packet string
		want   Evidence
	}{
		"nothing":      {"", Evidence{}},
		"no XML":       {"\x00\xff<<<>>>", Evidence{}},
		"an attribute": {`<d i:DigitalSourceType="http://x/a/One"/>`, types("One")},
		"an element":   {"<i:DigitalSourceType>\n http://x/Two \n</i:DigitalSourceType>", types("Two")},
		"a resource":   {`<i:DigitalSourceType rdf:resource="http://x/Three"/>`, types("Three")},
		"a list": {
			`<DigitalSourceType><Bag><li>x/A</li><li>x/B</li></Bag></DigitalSourceType>`, types("A", "B"),
		},
		"a value without slash": {`<d DigitalSourceType="Four"/>`, types("Four")},
		"a value of a slash":    {`<d DigitalSourceType="http://x/"/>`, types("")},
		"an empty value":        {`<d DigitalSourceType="  "/>`, Evidence{}},
		"a value too long":      {`<d DigitalSourceType="` + strings.Repeat("x", 1001) + `"/>`, Evidence{}},
		"cut in an element":     {`<d DigitalSourceType="x/A"/><DigitalSourceType>x/B`, types("A", "B")},
		"cut in an attribute":   {`<d DigitalSourceType="x/A"/><d DigitalSourceType="x/B`, types("A")},
		"text after its end":    {`<DigitalSourceType>x/A</DigitalSourceType>x/B`, types("A")},
		"another attribute":     {`<DigitalSourceType lang="x/B">x/A</DigitalSourceType>`, types("A")},
		"a resource of another": {`<Other rdf:resource="http://x/Three"/>`, Evidence{}},
		"an unknown entity":     {`<!DOCTYPE d [<!ENTITY e "x/A">]><DigitalSourceType>&e;</DigitalSourceType>`, types("&e;")},
		"an entity of a file": {
			`<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><d Credit="&e;"/>`, Evidence{Credits: []string{"&e;"}},
		},
		"in another encoding": {`<?xml version="1.0" encoding="UTF-16"?><d DigitalSourceType="x/A"/>`, Evidence{}},
		"in a comment":        {`<!-- <d DigitalSourceType="x/A"/> -->`, Evidence{}},
		"as character data":   {`<DigitalSourceType><![CDATA[x/A]]></DigitalSourceType>`, types("A")},
		"the first manifest": {
			`<d provenance="https://one.test/"/><d provenance="https://two.test/"/>`,
			Evidence{RemoteManifest: "https://one.test/"},
		},
		"a manifest without TLS": {
			`<d provenance="http://one.test/"/><d provenance="file:///etc/passwd"/>`, Evidence{},
		},
		"tags that never end": {strings.Repeat("<a>", 10_000) + `<d Credit="deep"/>`, Evidence{Credits: []string{"deep"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e Evidence
			e.readXMP([]byte(c.packet))
			if diff := cmp.Diff(c.want, e); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFloodsAreBounded(t *testing.T) {
	t.Parallel()
	var e Evidence
	e.readXMP([]byte(strings.Repeat(`<d DigitalSourceType="x/A" Credit="b"/>`, 1000)))
	if n := len(e.XMPSourceTypes) + len(e.Credits); n != 33 {
		t.Errorf("%d values of one packet are kept", n)
	}
	one := segment("\xe1", xmpSegment+`<d Credit="one"/>`)
	b := jpegWith(strings.Repeat(one, 50))
	if got := Read(bytes.NewReader(b), int64(len(b))); len(got.Credits) != 8 {
		t.Errorf("%d of 50 packets are read", len(got.Credits))
	}
}

func TestHostileCBOR(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string { return strings.Repeat("\x81", levels) + "\x01" }
	for name, c := range map[string]struct {
		data string
		want any
	}{
		"nothing":                       {"", nil},
		"a number":                      {"\x18\x21", uint64(33)},
		"a map":                         {"\xa1\x61a\x61b", map[any]any{"a": "b"}},
		"a key twice":                   {"\xa2\x61a\x01\x61a\x02", nil},
		"a key that is a list":          {"\xa1\x81\x01\x01", nil},
		"a list that claims 2^63 items": {"\x9b\x80\x00\x00\x00\x00\x00\x00\x00", nil},
		"a list that claims too many":   {"\x9a\x00\x00\x4e\x21", nil},
		"a map that claims too many":    {"\xba\x00\x00\x4e\x21", nil},
		"a text that claims 2^62 bytes": {"\x7b\x40\x00\x00\x00\x00\x00\x00\x00a", nil},
		"a text that is no UTF-8":       {"\x61\xff", nil},
		"a list that never ends":        {"\x9f\x01\x01", nil},
		"something after the value":     {"\x01\x02", nil},
		"a lone break":                  {"\xff", nil},
		"nested too deep":               {nested(33), nil},
		"nested far too deep":           {nested(100_000), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, decode([]byte(c.data))); diff != "" {
				t.Error(diff)
			}
		})
	}
	if decode([]byte(nested(31))) == nil {
		t.Error("31 levels are not read")
	}
}

func TestActionsOfOtherTypes(t *testing.T) {
	t.Parallel()
	item := func(v any) any { return map[string]any{"actions": []any{v}} }
	for name, c := range map[string]struct {
		value any
		want  []Action
	}{
		"no map":                  {[]any{1}, nil},
		"actions of a text":       {map[string]any{"actions": "c2pa.created"}, nil},
		"an action of a number":   {item(7), nil},
		"an action of nothing":    {item(map[string]any{}), nil},
		"a type of a number":      {item(map[string]any{"digitalSourceType": 7}), nil},
		"a type of bytes":         {item(map[string]any{"digitalSourceType": []byte("x/A")}), nil},
		"a type without an agent": {item(map[string]any{"digitalSourceType": "x/A"}), []Action{{SourceType: "A"}}},
		"an agent of a list":      {item(map[string]any{"softwareAgent": []any{"A"}}), nil},
		"an agent of a map": {
			item(map[string]any{"softwareAgent": map[string]any{"name": "A"}}), []Action{{Agent: "A"}},
		},
		"an agent too long": {item(map[string]any{"softwareAgent": strings.Repeat("a", 1001)}), nil},
		"an agent of 1000": {
			item(map[string]any{"softwareAgent": strings.Repeat("a", 1000)}), []Action{{Agent: strings.Repeat("a", 1000)}},
		},
		"a tag that says CBOR": {
			cbor.Tag{Number: 55799, Content: item(map[string]any{"softwareAgent": "A"})}, []Action{{Agent: "A"}},
		},
		"another tag": {cbor.Tag{Number: 700, Content: item(map[string]any{"softwareAgent": "A"})}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e Evidence
			actions := super("cbor", "c2pa.actions", encoded(t, c.value))
			e.readStore([]byte(store(super("c2ma", "m", super("c2as", "c2pa.assertions", actions)))))
			if diff := cmp.Diff(Evidence{C2PAPresent: true, Actions: c.want}, e); diff != "" {
				t.Error(diff)
			}
		})
	}
}
