package media

import "testing"

func TestByteRange(t *testing.T) {
	const size = 100
	for header, want := range map[string][2]int64{
		"bytes=0-9": {0, 9}, "bytes=90-": {90, 99}, "bytes=-10": {90, 99}, "bytes=-1000": {0, 99}, "Bytes=0-0": {0, 0},
		"bytes=0-99999999999999999999": {0, 99}, "bytes=99-200": {99, 99}, "bytes=-99999999999999999999": {0, 99},
	} {
		if from, to, ok := byteRange(header, size); !ok || from != want[0] || to != want[1] {
			t.Errorf("%s: %d-%d %v", header, from, to, ok)
		}
	}
	for _, header := range []string{"bytes=-0", "bytes=100-", "bytes=100-200", "bytes=99999999999999999999-"} {
		if from, to, ok := byteRange(header, size); !ok || from <= to {
			t.Errorf("%s holds no byte: %d-%d %v", header, from, to, ok)
		}
	}
	for _, header := range []string{"", "bytes", "bytes=", "bytes=-", "bytes=9-0", "bytes=a-b", "bytes=+1-2", "items=0-9", "bytes=0-x"} {
		if from, to, ok := byteRange(header, size); ok {
			t.Errorf("%s is none: %d-%d", header, from, to)
		}
	}
}
