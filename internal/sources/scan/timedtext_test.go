package scan

import (
	"reflect"
	"testing"

	"socialdata/internal/content"
)

func TestTimedText(t *testing.T) {
	two := []content.Segment{{StartMs: 500, EndMs: 2000, Text: "Good & plain"}, {StartMs: 2000, EndMs: 3500, Text: "two\nlines"}}
	for name, c := range map[string]struct {
		file string
		want []content.Segment
	}{
		"manual json3": {`{"wireMagic":"pb3","events":[{"tStartMs":500,"dDurationMs":1500,"segs":[{"utf8":"Good & plain"}]},{"tStartMs":2000,"dDurationMs":1500,"segs":[{"utf8":"two\nlines"}]}]}`, two},
		"automatic json3": {`{"wireMagic":"pb3","events":[{"tStartMs":0,"dDurationMs":90000,"id":1,"wpWinPosId":1},
			{"tStartMs":40,"dDurationMs":5000,"wWinId":1,"segs":[{"utf8":"today"},{"utf8":" we","tOffsetMs":240}]},
			{"tStartMs":1600,"dDurationMs":3440,"wWinId":1,"aAppend":1,"segs":[{"utf8":"\n"}]},
			{"tStartMs":1610,"dDurationMs":4000,"wWinId":1,"segs":[{"utf8":"look"}]}]}`,
			[]content.Segment{{StartMs: 40, EndMs: 1610, Text: "today we"}, {StartMs: 1610, EndMs: 5610, Text: "look"}}},
		"srv1":     {`<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.5" dur="1.5">Good &amp;amp; plain</text><text start="2" dur="1.5">two` + "\n" + `lines</text></transcript>`, two},
		"srv3":     {`<timedtext format="3"><body><p t="2000" d="1500"><s>two` + "\n" + `</s><s t="3">lines</s></p><p t="500" d="1500">Good &amp; plain</p></body></timedtext>`, two},
		"no lines": {`{"wireMagic":"pb3","events":[]}`, nil},
	} {
		got, err := TimedText([]byte(c.file))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v %v, want %+v", name, got, err, c.want)
		}
	}
	for _, file := range []string{"", "{}", `{"events":[`, "<html><body>no</body></html>", "plain"} {
		if got, err := TimedText([]byte(file)); err == nil {
			t.Errorf("%q: %+v, want an error", file, got)
		}
	}
}

func FuzzTimedText(f *testing.F) {
	f.Add([]byte(`{"events":[{"tStartMs":5,"dDurationMs":1,"segs":[{"utf8":"a"}]}]}`))
	f.Add([]byte(`<transcript><text start="0.5" dur="1">a</text></transcript>`))
	f.Add([]byte(`<timedtext><body><p t="1" d="2"><s>a</s></p></body></timedtext>`))
	f.Fuzz(func(t *testing.T, file []byte) {
		lines, _ := TimedText(file)
		last := int64(0)
		for _, l := range lines {
			if l.Text == "" || l.StartMs < last || l.EndMs < l.StartMs {
				t.Fatalf("%q: %+v", file, l)
			}
			last = l.StartMs
		}
	})
}
