package sources

import (
	"context"
	"reflect"
	"strings"
)

// Detached returns the route with its results copied out of the answers that they were read from. Adapters return strings
// that share an answer's bytes, so one short title would keep an answer of up to MaxAnswer bytes in memory as long as the
// result is used, which can be the whole run of an import. The caller must own the results: they are changed in place.
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

// detach replaces every string reachable from result by a copy. All copies share one allocation of their total size.
func detach(result any) {
	var total int
	eachText(reflect.ValueOf(result), func(s string) string { total += len(s); return s })
	var arena strings.Builder
	arena.Grow(total) // reserves all of it: growing later would move the earlier copies
	eachText(reflect.ValueOf(result), func(s string) string {
		begin := arena.Len()
		arena.WriteString(s)
		return arena.String()[begin:]
	})
}

// eachText replaces every string inside v by f of it. Unexported fields are skipped: only times have some, and those hold no strings.
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
	case reflect.Map: // headers; an adapter may share one map between files
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
