package c2patest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

// The smallest files of their kinds that a validator reads. Nothing decodes them.
var (
	JPEG = []byte("\xff\xd8\xff\xe0\x00\x06\x01\x02\x03\x04\xff\xda\x00\x04ab the data of a picture\xff\xd9")
	PNG  = []byte("\x89PNG\r\n\x1a\n" + chunk("IHDR", "a head of a picture") + chunk("IDAT", "its data") + chunk("IEND", ""))
	MP4  = []byte(box("ftyp", "isom\x00\x00\x02\x00isom") + box("free", "\x00\x00\x00\x00") + box("moov", box("trak", "the tables")) + box("mdat", "the data of a video"))
	WebP = []byte("RIFF\x14\x00\x00\x00WEBPVP8 \x08\x00\x00\x00the data")
)

func chunk(kind, body string) string {
	sum := crc32.ChecksumIEEE([]byte(kind + body))
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(body)))) + kind + body + string(binary.BigEndian.AppendUint32(nil, sum))
}

// embed puts a store into a file and returns the range that holds it.
func embed(t testing.TB, file []byte, store string) (whole []byte, start, end int) {
	t.Helper()
	at, added := 0, ""
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xd8")):
		at, added = 2, segments(store)
	case bytes.HasPrefix(file, []byte("\x89PNG")):
		at, added = 8+12+int(binary.BigEndian.Uint32(file[8:])), chunk("caBX", store)
	case bytes.HasPrefix(file, []byte("RIFF")):
		at = len(file)
		added = "C2PA" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(store)))) + store + strings.Repeat("\x00", len(store)%2)
		file = bytes.Clone(file)
		binary.LittleEndian.PutUint32(file[4:], uint32(len(file)+len(added)-8))
	case string(file[4:8]) == "ftyp":
		at = int(binary.BigEndian.Uint32(file))
		added = box("uuid", boxID+"\x00\x00\x00\x00manifest\x00"+strings.Repeat("\x00", 8)+store)
	default:
		t.Fatal("a file of an unknown kind")
	}
	return []byte(string(file[:at]) + added + string(file[at:])), at, at + len(added)
}

// boxID is the extended type of boxes for C2PA.
const boxID = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81"

// segments cuts a store into two segments of a JPEG or more, the later ones of which repeat the header of its box.
func segments(store string) string {
	size := min((len(store)+1)/2, 60_000)
	list := ""
	for i, at := 1, 0; at < len(store); i, at = i+1, at+size {
		body := "JP\x00\x01" + string(binary.BigEndian.AppendUint32(nil, uint32(i)))
		if i > 1 {
			body += store[:8]
		}
		body += store[at:min(at+size, len(store))]
		list += "\xff\xeb" + string(binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))) + body
	}
	return list
}

// Binding makes the assertion that binds a manifest to a file, of which start to end hold the manifest.
type Binding func(whole []byte, start, end int) (label string, assertion map[string]any)

// Data binds by one hash without the manifest's own range.
func Data(whole []byte, start, end int) (string, map[string]any) {
	h := sha256.New()
	h.Write(whole[:start])
	h.Write(whole[end:])
	return "c2pa.hash.data", map[string]any{"alg": "sha256", "hash": h.Sum(nil), "pad": []byte{},
		"exclusions": []any{map[string]any{"start": start, "length": end - start}}}
}

// Boxes binds the small JPEG by hashes of its parts.
func Boxes(whole []byte, start, end int) (string, map[string]any) {
	hashed := func(b []byte, names ...string) map[string]any {
		sum := sha256.Sum256(b)
		return map[string]any{"names": names, "alg": "sha256", "hash": sum[:], "pad": []byte{}}
	}
	own := map[string]any{"names": []string{"C2PA"}, "hash": []byte{0}, "pad": []byte{}}
	return "c2pa.hash.boxes", map[string]any{"boxes": []any{hashed(whole[:start], "SOI"), own, hashed(whole[end:end+8], "APP0"), hashed(whole[end+8:], "SOS", "EOI")}}
}

// Video binds a video by one hash of its boxes and their places, without those that C2PA leaves out, or only without its own.
func Video(leaveOut ...string) Binding {
	return func(whole []byte, _, _ int) (string, map[string]any) {
		rules := []any{map[string]any{"xpath": "/uuid", "data": []any{map[string]any{"offset": 8, "value": []byte(boxID)}}}}
		for _, path := range leaveOut {
			rules = append(rules, map[string]any{"xpath": path})
		}
		h := sha256.New()
		for at := 0; at < len(whole); {
			size, kind := int(binary.BigEndian.Uint32(whole[at:])), string(whole[at+4:at+8])
			if kind != "uuid" && !strings.Contains(strings.Join(leaveOut, " "), "/"+kind) {
				h.Write(binary.BigEndian.AppendUint64(nil, uint64(at)))
				h.Write(whole[at : at+size])
			}
			at += size
		}
		return "c2pa.hash.bmff.v3", map[string]any{"alg": "sha256", "hash": h.Sum(nil), "exclusions": rules}
	}
}

// Sign returns a file with a manifest.
func (s *Signer) Sign(t testing.TB, file []byte, m Manifest, bind Binding) []byte {
	t.Helper()
	var whole []byte
	start, end, store := 0, 0, strings.Repeat("x", 1<<12)
	for range 6 { // until the ranges that the manifest names are those that it has
		var next int
		whole, start, next = embed(t, file, store)
		label, assertion := bind(whole, start, next)
		store = s.store(t, m, label, assertion)
		if next == end {
			whole, _, _ = embed(t, file, store)
			return whole
		}
		end = next
	}
	t.Fatal("the manifest has no stable size")
	return nil
}
