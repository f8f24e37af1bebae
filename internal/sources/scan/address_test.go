package scan

import "testing"

func TestExpiry(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://p16.tiktokcdn.com/a.jpeg?dr=1&x-expires=1767265200&x-signature=a%3D": "2026-01-01T11:00:00.000Z",
		"https://scontent.cdninstagram.com/a.jpg?stp=x&oe=6AC7FA6D":                   "2026-10-08T20:17:49.000Z",
		"https://scontent.cdninstagram.com/a.jpg?oe=zz":                               "",
		"https://p16.tiktokcdn.com/a.jpeg?x-expires=99999999999999999999":             "",
		"https://p16.tiktokcdn.com/a.jpeg":                                            "",
		"%zz?%zz":                                                                     "",
	} {
		t.Run(address, func(t *testing.T) {
			got := ""
			if e := Expiry(address); e != nil {
				got = e.String()
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestAddressDuration(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]int64{
		"https://x.fbcdn.net/a.mp4?efg=eyJkdXJhdGlvbl9zIjo3Mn0%3D&oe=1": 72000, // {"duration_s":72}
		"https://x.fbcdn.net/a.mp4?efg=eyJkdXJhdGlvbl9zIjo3Mn0":         72000,
		"https://x.fbcdn.net/a.mp4?efg=eyJkdXJhdGlvbl9zIjowfQ":          0,
		"https://x.fbcdn.net/a.mp4?efg=!!!":                             0,
		"https://x.fbcdn.net/a.mp4":                                     0,
	} {
		t.Run(address, func(t *testing.T) {
			if got := OrZero(AddressDuration(address)); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}

func TestPictures(t *testing.T) {
	var p Pictures
	for _, address := range []string{"", "http://x/a.jpg", "https://x/a.jpg", "https://x/a.jpg", "javascript:x"} {
		p.Add(address, nil, nil)
	}
	if len(p.List) != 1 {
		t.Errorf("%v", p.List)
	}
}
