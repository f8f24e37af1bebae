package provenance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

func u32(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }

func box(kind, body string) string { return u32(8+len(body)) + kind + body }

func super(kind, label string, children ...string) string {
	description := box("jumd", kind+strings.Repeat("\x00", 12)+"\x03"+label+"\x00")
	return box("jumb", description+strings.Join(children, ""))
}

func encoded(t testing.TB, v any) string {
	b, err := cbor.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return box("cbor", string(b))
}

// manifest is one with a single action.
func manifest(t testing.TB, label, source string, agent any) string {
	action := map[string]any{"action": "c2pa.created", "softwareAgent": agent}
	if source != "" {
		action["digitalSourceType"] = "http://cv.iptc.org/newscodes/digitalsourcetype/" + source
	}
	return super("c2ma", label,
		super("c2as", "c2pa.assertions", super("cbor", "c2pa.actions.v2", encoded(t, map[string]any{"actions": []any{action}}))),
		super("c2cl", "c2pa.claim.v2", encoded(t, map[string]any{"claim_generator_info": map[string]any{"name": "maker", "version": "1.2"}})),
	)
}

func store(manifests ...string) string { return super("c2pa", "c2pa", manifests...) }

func jpegWith(parts ...string) []byte {
	s := "\xff\xd8"
	for _, p := range parts {
		s += p
	}
	return []byte(s + "\xff\xda\x00\x02x\xff\xd9")
}

func segment(marker, body string) string {
	return "\xff" + marker + string([]byte{byte((len(body) + 2) >> 8), byte(len(body) + 2)}) + body
}

// app11 cuts a store into two segments, the second of which repeats the box header.
func app11(store string) string {
	head := "JP\x00\x01"
	half := len(store) / 2
	first := head + u32(1) + store[:half]
	second := head + u32(2) + store[:8] + store[half:]
	return segment("\xeb", first) + segment("\xeb", second)
}

func chunk(kind, body string) string {
	return u32(len(body)) + kind + body + u32(int(crc32.ChecksumIEEE([]byte(kind+body))))
}

func png(chunks ...string) []byte {
	return []byte("\x89PNG\r\n\x1a\n" + strings.Join(chunks, "") + chunk("IEND", ""))
}

func bmff(uuid, body string) []byte {
	return []byte(box("ftyp", "isom\x00\x00\x02\x00") + box("mdat", "x") + box("uuid", uuid+body))
}

func webp(kind, body string) []byte {
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	chunks := "WEBP" + kind + string(size) + body + strings.Repeat("\x00", len(body)&1)
	return []byte("RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(chunks)))) + chunks)
}

const packet = `<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description photoshop:Credit="Made with Google AI"
 dcterms:provenance="https://manifests.test/1"><Iptc4xmpExt:DigitalSourceType>https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>`

func TestPlaces(t *testing.T) {
	s := store(manifest(t, "first", "trainedAlgorithmicMedia", "Maker One"), manifest(t, "last", "digitalCapture", map[string]any{"name": "Maker Two"}))
	marked := Evidence{C2PAPresent: true, ClaimGenerator: "maker/1.2",
		Actions: []Action{{"digitalCapture", "Maker Two"}}, Ingredients: []Action{{"trainedAlgorithmicMedia", "Maker One"}}}
	described := Evidence{XMPSourceTypes: []string{"trainedAlgorithmicMedia"}, Credits: []string{"Made with Google AI"}, RemoteManifest: "https://manifests.test/1"}
	purpose := func(p string) string { return "\x00\x00\x00\x00" + p + "\x00" + strings.Repeat("\x00", 8) }
	broken := chunk("caBX", s)
	for name, c := range map[string]struct {
		file []byte
		want Evidence
	}{
		"jpeg":                  {jpegWith(app11(s)), marked},
		"jpeg behind another":   {jpegWith(segment("\xe0", "JFIF\x00\x01\x01"), app11(s)), marked},
		"jpeg with xmp":         {jpegWith(segment("\xe1", xmpSegment+packet)), described},
		"png":                   {png(chunk("caBX", s)), marked},
		"png with a wrong sum":  {png(broken[:len(broken)-1] + string([]byte{broken[len(broken)-1] ^ 1})), Evidence{}},
		"png with xmp":          {png(chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00"+packet)), described},
		"png of a generator":    {png(chunk("tEXt", "parameters\x00a cat\nSteps: 20, Sampler: Euler")), Evidence{Parameters: "a cat\nSteps: 20, Sampler: Euler"}},
		"mp4":                   {bmff(c2paBox, purpose("manifest")+s), marked},
		"mp4 of another use":    {bmff(c2paBox, purpose("merkle")+s), Evidence{}},
		"mp4 with another uuid": {bmff(strings.Repeat("\x01", 16), purpose("manifest")+s), Evidence{}},
		"mp4 with a short uuid": {append(bmff("short", ""), bmff(c2paBox, purpose("manifest")+s)[len(box("ftyp", "isom\x00\x00\x02\x00")):]...), marked},
		"mp4 of another box":    {[]byte(box("ftyp", "isom\x00\x00\x02\x00") + box("free", c2paBox+purpose("manifest")+s)), Evidence{}},
		"mp4 with xmp":          {bmff(xmpBox, packet), described},
		"webp":                  {webp("C2PA", s+"\x00"), marked},
		"webp with xmp":         {webp("XMP ", packet), described},
		"store without any":     {png(chunk("caBX", store())), Evidence{}},
		"empty":                 {nil, Evidence{}},
		"text":                  {[]byte("c2pa trainedAlgorithmicMedia, in words"), Evidence{}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Read(bytes.NewReader(c.file), int64(len(c.file))); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v; want %+v", got, c.want)
			}
		})
	}
}

func TestHostileTrees(t *testing.T) {
	deep := super("c2pa", "c2pa")
	for range 50 {
		deep = super("c2ma", "m", deep)
	}
	wide := super("c2pa", "c2pa", strings.Repeat(box("free", ""), 3*maxNodes), manifest(t, "m", "digitalCapture", ""))
	twice := box("cbor", "\xa2\x67actions\x80\x67actions\x80")
	for name, s := range map[string]string{
		"deep": store(deep), "wide": wide, "cut": store(manifest(t, "m", "", ""))[:60],
		"duplicate keys": super("c2pa", "c2pa", super("c2ma", "m", super("c2as", "c2pa.assertions", super("cbor", "c2pa.actions", twice)))),
	} {
		var e Evidence
		e.readStore([]byte(s))
		if len(e.Actions) > 0 {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// TestDepthOfTrees: a tree is read as deep as manifests are, and no deeper.
func TestDepthOfTrees(t *testing.T) {
	t.Parallel()
	deep := super("c2ma", "m")
	for range 3 * maxDepth {
		deep = super("c2ma", "m", deep)
	}
	root, ok := parseStore([]byte(store(deep)))
	levels := 0
	for n := root; len(n.children) > 0; n = n.children[0] {
		levels++
	}
	if !ok || levels != maxDepth {
		t.Errorf("%v, %d levels", ok, levels)
	}
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.png")
	if _, err := ReadFile(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(file, png(chunk("tEXt", "parameters\x00words")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(file); err != nil || got.Parameters != "words" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	s := store(manifest(f, "m", "trainedAlgorithmicMedia", "Maker"))
	for _, b := range [][]byte{jpegWith(app11(s)), png(chunk("caBX", s)), bmff(c2paBox, "\x00\x00\x00\x00manifest\x00\x00\x00\x00\x00\x00\x00\x00\x00"+s),
		webp("C2PA", s), webp("XMP ", packet), png(chunk("iTXt", "XML:com.adobe.xmp\x00\x01\x00\x00\x00"+packet))} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		Judge(Read(bytes.NewReader(b), int64(len(b))), Description{Text: string(b)})
	})
}

func FuzzStore(f *testing.F) {
	f.Add([]byte(store(manifest(f, "m", "trainedAlgorithmicMedia", "Maker"))))
	f.Fuzz(func(t *testing.T, b []byte) {
		var e Evidence
		e.readStore(b)
		if !e.C2PAPresent && len(e.Actions) > 0 {
			t.Error("actions without a manifest")
		}
	})
}
