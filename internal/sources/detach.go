package sources

import (
	"context"
	"reflect"
	"strings"
)

// Detached returns the route with its results copied out of the answers that they were read from. Adapters build texts
// that share an answer's bytes, so one short title would keep an answer of up to MaxAnswer bytes in memory for as long
// as the result lives, which is the whole run of an import. The results of a route belong to its caller alone.
func Detached(r Route) Route {
	r.Item, r.Account, r.Items = detached(r.Item), detached(r.Account), detached(r.Items)
	r.Comments, r.Search, r.Accounts, r.Media = detached(r.Comments), detached(r.Search), detached(r.Accounts), detached(r.Media)
	r.Playlist, r.Hashtag = detached(r.Playlist), detached(r.Hashtag)
	return r
}

func detached[Request, Result any](read func(context.Context, Request) (*Result, error)) func(context.Context, Request) (*Result, error) {
	if read == nil {
		return nil
	}
	return func(ctx context.Context, r Request) (*Result, error) {
		result, err := read(ctx, r)
		if err == nil {
			detach(result)
		}
		return result, err
	}
}

// detach replaces every text that a result reaches by a copy. All copies share one allocation of their total size.
func detach(result any) {
	var total int
	eachText(reflect.ValueOf(result), func(s string) string { total += len(s); return s })
	var arena strings.Builder
	arena.Grow(total) // never grows again, so that earlier copies stay where they are
	eachText(reflect.ValueOf(result), func(s string) string {
		begin := arena.Len()
		arena.WriteString(s)
		return arena.String()[begin:]
	})
}

// eachText replaces every text inside v by what f makes of it. Fields that are not exported are left alone: only times
// have some, and no text in them.
func eachText(v reflect.Value, f func(string) string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f(v.String()))
	case reflect.Pointer:
		if !v.IsNil() {
			eachText(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), f)
		}
	case reflect.Map: // of headers, which an adapter may use for every file
		if v.Len() == 0 {
			return
		}
		fresh := reflect.MakeMapWithSize(v.Type(), v.Len())
		for key, value := range v.Seq2() {
			fresh.SetMapIndex(key, reflect.ValueOf(f(value.String())))
		}
		v.Set(fresh)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				eachText(field, f)
			}
		}
	}
}
