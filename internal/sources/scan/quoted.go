package scan

// Quoted is a JSON string as it stands in an answer, for texts of which a list tells few: they are decoded when they are
// asked for. "" is a text that is absent, null, no string, or blank.
type Quoted string

// Quoted reads the string that comes next.
func (r *Reader) Quoted() Quoted {
	raw := r.Raw()
	if len(raw) < 2 || raw[0] != '"' || blank(raw) {
		return ""
	}
	return Quoted(StringOf(raw))
}

// blank looks at the first letter; only where that may be a blank is the text decoded to see.
func blank(quoted []byte) bool {
	first := quoted[1]
	return (first <= ' ' || first == '"' || first == '\\' || first > '~') && Str(decoded(quoted)) == nil
}

// Str is the text; nil when there is none.
func (q Quoted) Str() *string {
	if q == "" {
		return nil
	}
	return new(q.String())
}

// String is the text; "" when there is none.
func (q Quoted) String() string {
	if q == "" {
		return ""
	}
	return unquote(bytesOf(string(q)))
}
