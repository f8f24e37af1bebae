package simulator

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// shorten shortens a number as YouTube does, rounding down: 1697 becomes "1.6k".
func shorten(n int64) string {
	switch {
	case n >= 1e6:
		return cutTo(float64(n)/1e6) + "m"
	case n >= 1e3:
		return cutTo(float64(n)/1e3) + "k"
	}
	return strconv.FormatInt(n, 10)
}

// cutTo keeps one decimal below ten, and none above.
func cutTo(f float64) string {
	if f < 10 {
		return strings.TrimSuffix(strconv.FormatFloat(float64(int64(f*10))/10, 'f', 1, 64), ".0")
	}
	return strconv.FormatInt(int64(f), 10)
}

// groupDigits formats an exact number: 5,471,574.
func groupDigits(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ago formats an age in seconds.
func ago(seconds int64) string {
	for _, u := range []struct {
		name string
		size int64
	}{{"year", 365 * 86400}, {"month", 30 * 86400}, {"week", 7 * 86400}, {"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}} {
		if n := seconds / u.size; n == 1 {
			return "1 " + u.name + " ago"
		} else if n > 1 {
			return fmt.Sprintf("%d %ss ago", n, u.name)
		}
	}
	return "just now"
}

// onClock formats a length in seconds: 36:24.
func onClock(seconds int64) string {
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// token makes a continuation that reads back with untoken.
func token(parts ...any) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = fmt.Sprint(p)
	}
	return base64.URLEncoding.EncodeToString([]byte("sim:" + strings.Join(words, ":")))
}

// unescaped returns s as it was before it was escaped for an address; s itself if it cannot have been.
func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// parseToken returns the parts of a token; nil for anything else.
func parseToken(s string) []string {
	b, err := base64.URLEncoding.DecodeString(s)
	words, ok := strings.CutPrefix(string(b), "sim:")
	if err != nil || !ok {
		return nil
	}
	return append(strings.Split(words, ":"), "", "", "") // a short one has empty parts
}

// continuationItem returns the element with the token of the next page.
func continuationItem(token string) object {
	return object{"continuationItemRenderer": object{"trigger": "CONTINUATION_TRIGGER_ON_ITEM_SHOWN", "continuationEndpoint": object{"continuationCommand": object{"token": token}}}}
}

// label returns a text in the format with runs.
func label(s string) object { return object{"runs": []object{{"text": s}}} }

// viewModelText returns a text in the format of newer view models.
func viewModelText(s string) object { return object{"text": object{"content": s}} }
