package sources

import (
	"net/http"
	"regexp"
	"strings"
)

// redactionMark replaces each value that was removed.
const redactionMark = "SCRUBBED"

// Names whose values are a visitor's, the operator's or our own, in JSON, addresses and forms. The last group are
// ordinary words in JSON, and secrets only in addresses.
const (
	secretNames = `visitor_?data|visitorId|lsd|fb_dtsg|jazoest|csrf_?token|csrftoken|access_token|session_?id|sessionid|ms_?token|device_?id|machine_?id|` +
		`datr|ttwid|odin_tt|verify_?fp|x-goog-visitor-id|rolloutToken|client_?ip|lsig|po_?token`
	secretParameters = secretNames + `|ip|ei|key|sig|signature|cpn`
)

// secrets find values by what stands before them. A long text is searched quickly for an expression that begins with a literal; so each
// separator of parameters has its own, and so has the start of a text, where forms have none.
var secrets = [...]*regexp.Regexp{
	regexp.MustCompile(`(?i)("(?:` + secretNames + `)"\s*:\s*")((?:[^"\\]|\\.)*)`),
	regexp.MustCompile(`(?i)(\\"(?:` + secretNames + `)\\"\s*:\s*\\")((?:[^"\\]|\\[^"])*)`), // JSON inside a JSON string
	regexp.MustCompile(`(\[\\?"LSD\\?",\[\],\{\\?"token\\?":\\?")([^"\\]*)`),                // of forms, in a page
	parameterAfter(`^`), parameterAfter(`\?`), parameterAfter(`&(?:amp;)?`), parameterAfter(`;`), parameterAfter(`%26`), parameterAfter(`\\u0026`),
}

func parameterAfter(separator string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(` + separator + `(?:` + secretParameters + `)(?:=|%3D))([^&"'\\<>\s]*)`)
}

var (
	addressV4    = regexp.MustCompile(`(?:\b[A-Z][A-Za-z]*/)?\b(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}\b`) // or the version of a browser, such as Chrome/140.0.0.0; a path has small letters
	addressV6    = regexp.MustCompile(`(?i)\b(?:[0-9a-f]{1,4}(?::|%3A)){5,7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}(?::|%3A)){2,6}(?::|%3A)[0-9a-f]{1,4}\b`)
	emailAddress = regexp.MustCompile(`[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}\b`)
)

// keptHeaders are the request and answer headers that describe the platform and reveal nothing about us.
var keptHeaders = map[string]bool{
	"Content-Type": true, "Location": true, "Retry-After": true, "Tt_orcas_res": true, "X-Youtube-Client-Name": true, "X-Youtube-Client-Version": true,
	"X-Ig-App-Id": true, "X-Fb-Friendly-Name": true, "Sec-Fetch-Site": true, "Sec-Fetch-Mode": true, "Sec-Fetch-Dest": true, "User-Agent": true, "Server": true,
}

// scrubber removes secrets and e-mail addresses from recorded answers.
type scrubber struct{ values *strings.Replacer }

// minSecret is the shortest secret that is searched for: shorter values match by chance.
const minSecret = 8

func newScrubber(values []string) scrubber {
	var pairs []string
	for _, v := range values {
		if len(v) >= minSecret {
			pairs = append(pairs, v, redactionMark)
		}
	}
	return scrubber{strings.NewReplacer(pairs...)}
}

func (s scrubber) text(text string) string {
	text = s.values.Replace(text)
	for _, secret := range secrets {
		text = secret.ReplaceAllString(text, "${1}"+redactionMark)
	}
	return withoutAddresses(text)
}

// inAddress marks the bytes of e-mail and network addresses.
var inAddress = func() (marks [256]bool) {
	for _, b := range []byte("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._%+-@:/") {
		marks[b] = true
	}
	return marks
}()

// withoutAddresses replaces e-mail and network addresses. Regular expressions that begin with any letter or digit take half a second for
// the page of a platform; so they read only the runs of bytes that could be an address.
func withoutAddresses(text string) string {
	var kept strings.Builder
	copied := 0
	for start := 0; start < len(text); start++ {
		end := start
		for end < len(text) && inAddress[text[end]] {
			end++
		}
		if run := text[start:end]; run != "" {
			if replaced := replaceAddresses(run); replaced != run {
				kept.WriteString(text[copied:start])
				kept.WriteString(replaced)
				copied = end
			}
			start = end
		}
	}
	kept.WriteString(text[copied:])
	return kept.String()
}

func replaceAddresses(run string) string {
	if strings.Contains(run, "@") {
		run = emailAddress.ReplaceAllString(run, "somebody@example.com")
	}
	if strings.Count(run, ".") >= 3 {
		run = addressV4.ReplaceAllStringFunc(run, func(found string) string {
			if 'A' <= found[0] && found[0] <= 'Z' {
				return found
			}
			return "192.0.2.1"
		})
	}
	if strings.Count(run, ":")+strings.Count(run, "%3") >= 3 { // an escaped colon is %3A
		run = addressV6.ReplaceAllString(run, "2001:db8::1")
	}
	return run
}

func (s scrubber) header(h map[string]string) map[string]string {
	kept := map[string]string{}
	for name, value := range h {
		if keptHeaders[http.CanonicalHeaderKey(name)] {
			kept[name] = s.text(value)
		}
	}
	return kept
}

func (s scrubber) answered(h http.Header) map[string]string {
	flat := map[string]string{}
	for name, values := range h {
		flat[name] = strings.Join(values, ", ")
	}
	return s.header(flat)
}
