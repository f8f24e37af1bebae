package platforms_test

import (
	"net/url"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

var benchURLs = []string{
	"https://www.youtube.com/watch?v=" + someVideo + "&list=PLabcdefghijklmnopqrstuv&index=8",
	"https://youtu.be/" + someVideo + "?si=AbCdEfGh123",
	"https://www.youtube.com/@somehandle/videos",
	"https://www.tiktok.com/@some.one/video/" + someClip + "?is_from_webapp=1&sender_device=pc",
	"https://www.instagram.com/reel/AbC-12_xYz9/?igsh=abc",
	"https://www.facebook.com/ads/library/?active_status=all&ad_type=all&country=US&id=123456789012345",
	"https://example.com/some/page?with=query#and-fragment",
}

func BenchmarkRecognize(b *testing.B) {
	b.Run("recognize", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_, _ = set.Recognize(benchURLs[i%len(benchURLs)])
		}
	})
	b.Run("net/url", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_, _ = url.Parse(benchURLs[i%len(benchURLs)])
		}
	})
}

func TestRecognizeAllocations(t *testing.T) {
	for _, u := range benchURLs {
		if n := testing.AllocsPerRun(100, func() { _, _ = set.Recognize(u) }); n > 2 {
			t.Errorf("%s: %v allocations", u, n)
		}
	}
}

// FuzzRecognize: never a panic, and the canonical form of what is supported is itself.
func FuzzRecognize(f *testing.F) {
	for _, u := range benchURLs {
		f.Add(u)
	}
	f.Add("https://www.youtube.com/@%E6%97%A5?%zz=%")
	f.Add("HTTP://a:b@[::1]:80\\x")
	f.Fuzz(func(t *testing.T, s string) {
		_, _, _ = set.ParseSelector(s)
		_, _ = set.ParseItemID(s)
		for _, recognize := range []func(string) (sources.Link, *apierror.Error){set.Recognize, set.RecognizeOwner} {
			l, bad := recognize(s)
			if bad != nil || !l.Supported() {
				continue
			}
			again, bad := recognize(l.Canonical)
			if bad != nil || again.Canonical != l.Canonical || again.NaturalID() != l.NaturalID() || again.Target != l.Target || again.Handle != l.Handle && again.Target == sources.TargetAccount {
				t.Errorf("%q is %+v, whose canonical is %+v (%v)", s, l, again, bad)
			}
		}
	})
}
