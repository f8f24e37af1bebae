package content

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestPublicURL(t *testing.T) {
	for _, u := range []string{
		"https://example.com", "HTTP://Example.com:8080/a?b#c", "https://bücher.example/x", "http://93.184.216.34/",
		"https://[2606:4700::1111]:443/", "https://sub.example.com./",
	} {
		if publicURL(&u) == nil {
			t.Errorf("%s is dropped", u)
		}
	}
	for _, u := range []string{
		"", "javascript:alert(1)", "java\nscript:alert(1)", "vbscript:x", "data:text/html,x", "//evil.example/", "/path", "mailto:a@b.example",
		"https:/evil.example", "https:\\\\evil.example\\", "https://a.example\\@b.example/", "https://me:pw@example.com/", "https://@example.com/",
		"http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://a.example.0x7f/",
		"http://localhost/", "http://LOCALHOST:80/", "http://x.localhost/", "http://printer.local/", "http://metadata.internal/", "http://intranet/",
		"http://10.0.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest", "http://100.64.0.1/", "http://0.0.0.0/", "http://[::1]/",
		"http://[::ffff:127.0.0.1]/", "http://[fe80::1]/", "http://[64:ff9b::7f00:1]/", "http://[::1", "http://１２７。０．０.1/", "http://loc\u00adalhost.example/",
		"http://%6cocalhost/", "https://", "https://:80/", "https://a b.example/", "ftp://example.com/", "https://example.com:8o/",
		"https://example.com/" + strings.Repeat("a", 2048),
	} {
		if publicURL(&u) != nil {
			t.Errorf("%q is kept", u)
		}
	}
}

// TestNoOtherAddressLeaves fills every member that holds an address, wherever it stands, and finishes the content.
func TestNoOtherAddressLeaves(t *testing.T) {
	const evil = "javascript:alert(document.domain)"
	item, row, account, comment, person := &Item{}, &ItemSummary{}, &Account{}, &Comment{}, &AccountRow{}
	for _, v := range []any{item, row, account, comment, person} {
		if n := fillAddresses(reflect.ValueOf(v).Elem(), evil); n == 0 {
			t.Errorf("%T has no address", v)
		}
	}
	item.Finish(true)
	row.Finish()
	account.Finish()
	comment.Finish()
	person.Finish()
	item.URL, row.URL = "", "" // made by the adapters from ids
	for _, v := range []any{item, row, account, comment, person} {
		if b, err := json.Marshal(v); err != nil || strings.Contains(string(b), evil) {
			t.Errorf("%T: %v %s", v, err, b)
		}
	}
	if len(account.Links) != 0 || len(account.Avatar) != 0 || len(item.Thumbnails) != 0 || len(item.Ad.Creatives) != 1 {
		t.Errorf("%+v %+v", account, item)
	}
}

// fillAddresses sets every text whose name ends in "url", making what it points to, and counts them.
func fillAddresses(v reflect.Value, text string) (n int) {
	for i := range v.NumField() {
		f := v.Field(i)
		if !f.CanSet() {
			continue
		}
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		address := strings.HasSuffix(strings.ToLower(name), "url")
		switch {
		case f.Kind() == reflect.Pointer && f.Type().Elem().Kind() == reflect.Struct && f.Type().Elem() != reflect.TypeFor[Time]():
			f.Set(reflect.New(f.Type().Elem()))
			n += fillAddresses(f.Elem(), text)
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
			n += fillAddresses(f.Index(0), text)
		case f.Kind() == reflect.Struct && f.Type() != reflect.TypeFor[Time]():
			n += fillAddresses(f, text)
		case address && f.Kind() == reflect.String:
			f.SetString(text)
			n++
		case address && f.Kind() == reflect.Pointer:
			f.Set(reflect.ValueOf(&text))
			n++
		}
	}
	return n
}
