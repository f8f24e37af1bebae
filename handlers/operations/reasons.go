package operations

import (
	"bytes"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// reasons maps each of huma's messages to a reason of the contract. A test fails if a version of huma adds a message.
// If one message is a prefix of another, the longer one comes first.
func reasons() []struct{ message, reason string } {
	return []struct{ message, reason string }{
		{validation.MsgExpectedRequiredProperty, "required"},
		{validation.MsgUnexpectedProperty, "unknown"},
		{validation.MsgExpectedMinLength, "length"},
		{validation.MsgExpectedMaxLength, "length"},
		{validation.MsgExpectedMinItems, "length"},
		{validation.MsgExpectedMaxItems, "length"},
		{validation.MsgExpectedOneOf, "enum"},
		{validation.MsgExpectedMinimumNumber, "range"},
		{validation.MsgExpectedMaximumNumber, "range"},
		{validation.MsgExpectedExclusiveMinimumNumber, "range"},
		{validation.MsgExpectedExclusiveMaximumNumber, "range"},
		{validation.MsgExpectedArrayItemsUnique, "unique"},
		{validation.MsgExpectedRFC3339DateTime, "format"},
		{validation.MsgExpectedRFC1123DateTime, "format"},
		{validation.MsgExpectedRFC3339Date, "format"},
		{validation.MsgExpectedRFC3339Time, "format"},
		{validation.MsgExpectedRFC5322Email, "format"},
		{validation.MsgExpectedRFC5890Hostname, "format"},
		{validation.MsgExpectedRFC2673IPv4, "format"},
		{validation.MsgExpectedRFC2373IPv6, "format"},
		{validation.MsgExpectedRFCIPAddr, "format"},
		{validation.MsgExpectedRFC3986URI, "format"},
		{validation.MsgExpectedRFC4122UUID, "format"},
		{validation.MsgExpectedRFC6570URITemplate, "format"},
		{validation.MsgExpectedRFC6901JSONPointer, "format"},
		{validation.MsgExpectedRFC6901RelativeJSONPointer, "format"},
		{validation.MsgExpectedRegexp, "format"},
		{validation.MsgExpectedBase64String, "format"},
		{validation.MsgExpectedDuration, "format"},
		{validation.MsgExpectedMatchPattern, "pattern"},
		{validation.MsgExpectedBePattern, "pattern"},
		{validation.MsgExpectedNumberBeMultipleOf, "range"},
		{validation.MsgExpectedMinProperties, "length"},
		{validation.MsgExpectedMaxProperties, "length"},
		{validation.MsgExpectedPropertyNameInObject, "type"},
		{validation.MsgExpectedDependentRequiredProperty, "required_with"},
		{validation.MsgExpectedMatchAtLeastOneSchema, "type"},
		{validation.MsgExpectedMatchExactlyOneSchema, "type"},
		{validation.MsgExpectedNotMatchSchema, "type"},
		{validation.MsgExpectedBoolean, "type"},
		{validation.MsgExpectedNumber, "type"},
		{validation.MsgExpectedInteger, "type"},
		{validation.MsgExpectedString, "type"},
		{validation.MsgExpectedArray, "type"},
		{validation.MsgExpectedObject, "type"},
	}
}

// reasonOf returns the contract's reason for one of huma's messages, or "invalid" if the message is unknown.
func reasonOf(message string) string {
	for _, r := range reasons() {
		if begins, _, _ := strings.Cut(r.message, "%"); strings.HasPrefix(message, begins) {
			return r.reason
		}
	}
	return "invalid"
}

// patternWords says what each pattern of the contract matches, with an example. A test fails if a pattern has no words.
func patternWords() map[string]string {
	return map[string]string{
		input.MaxAgePattern:       "0, or a number of minutes, hours or days, such as 30m, 12h or 7d",
		input.CountryPattern:      "ALL, or a country of two letters, such as DE",
		input.LanguagePattern:     "a BCP 47 tag, such as de or pt-BR",
		input.EmailPattern:        "an e-mail address, such as ada@example.com",
		input.ExportPrefixPattern: "names joined by /, such as lake/raw, of letters, digits, dots, _ and -; none begins or ends with a dot",
		tagPattern:                "one line that is not blank, without control characters, such as Summer campaign",
		digestPattern:             "the SHA-256 of the body in base64, as sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
		rangePattern:              "the place of the piece, as bytes 0-8388607/20971520",
		`^UC[A-Za-z0-9_-]{22}$`:   "the platform's own id of an account, such as UCabcdefghijklmnopqrstuv",
		`^[ -~]+$`:                "printable ASCII characters, such as a UUID",
		`^[A-Za-z_]+$`:            "letters and _, such as createKey",
		`^[a-z_]+$`:               "small letters and _, such as not_found",
		`^[A-Za-z.]+$`:            "letters and dots, such as page.lookupItem",
		`^[A-Za-z0-9._-]{1,256}$`: "the id of a comment: up to 256 letters, digits, dots, _ and -",
	}
}

// WordsOfPattern says what a pattern of the contract matches, or returns "" if it is unknown.
func WordsOfPattern(pattern string) string { return patternWords()[pattern] }

// fieldOf converts one of huma's details. It never includes the value.
func fieldOf(in string, d *huma.ErrorDetail) apierror.Field {
	expected := strings.TrimPrefix(d.Message, "expected ")
	f := apierror.Field{Name: d.Location, In: in, Reason: reasonOf(d.Message), Expected: expected}
	switch f.Reason {
	case "required": // huma's location is the object; the message names the property
		begins, ends, _ := strings.Cut(validation.MsgExpectedRequiredProperty, "%s")
		property := strings.TrimSuffix(strings.TrimPrefix(d.Message, begins), ends)
		f.Name, f.Expected = joinName(d.Location, property), apierror.AnyValue
	case "pattern":
		begins, _, _ := strings.Cut(validation.MsgExpectedMatchPattern, "%s")
		if words := WordsOfPattern(strings.TrimPrefix(d.Message, begins)); words != "" {
			f.Expected = words
		}
	case "unknown":
		f.Name, f.Expected = SanitizeName(f.Name), "no such property"
	}
	if f.Name == "" {
		f.Name = "body"
	}
	return f
}

// SanitizeName truncates and cleans a name that came from a client, so that it can be echoed.
func SanitizeName(name string) string {
	b := bytes.ToValidUTF8([]byte(name), []byte("?"))
	if len(b) > 64 {
		b = bytes.ToValidUTF8(b[:64], nil)
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return '?'
		}
		return r
	}, string(b))
}
