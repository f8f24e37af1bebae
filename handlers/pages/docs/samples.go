package docs

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"socialdata/views"
)

// language is a language of code samples.
type language struct {
	name, word string
	key        string // the expression for the reader's key
	write      func(request) string
}

// languages lists the languages of samples. The first is the default.
var languages = []language{
	{"curl", "curl", `$KEY`, writeCurl},
	{"python", "Python", `os.environ["KEY"]`, writePython},
	{"javascript", "JavaScript", `process.env.KEY`, writeJavaScript},
	{"go", "Go (net/http)", `os.Getenv("KEY")`, writeGo},
}

// findLanguage returns the language with a name, or the first one if there is none.
func findLanguage(name string) language {
	for _, l := range languages {
		if l.name == name {
			return l
		}
	}
	return languages[0]
}

// request is an example in the form that samples need.
type request struct {
	method, url, body string // a long body has its values on lines of their own
	secret            string // the variable of its credential: KEY, SETUP_TOKEN, SESSION or ""
	headers           []header
	file              string // whose bytes are the body; "" for none
}

type header struct{ name, value string }

// request converts an example. Headers have a fixed order and exclude the credential.
func (b *docsBuilder) request(e example) request {
	r := request{method: e.Method, url: b.origin + e.Path}
	r.secret = map[string]string{"key": "KEY", "setupToken": "SETUP_TOKEN", "session": "SESSION"}[e.Credential]
	if e.Credential != "key" && e.Credential != "setupToken" && e.Method != "GET" {
		r.headers = append(r.headers, header{"Origin", b.origin})
	}
	for _, name := range slices.Sorted(maps.Keys(e.Header)) {
		r.headers = append(r.headers, header{name, e.Header[name]})
	}
	if e.Header["Content-Type"] == "application/octet-stream" {
		_ = json.Unmarshal(e.Body, &r.file) // embedded, and checked by a test
		return r
	}
	if len(e.Body) > 0 {
		r.headers, r.body = append(r.headers, header{"Content-Type", "application/json"}), laidOut(compact(e.Body))
	}
	return r
}

// laidOut gives each value of a body its own line if it is too long for one.
func laidOut(body string) string {
	var b bytes.Buffer
	if len(body) <= 60 || json.Indent(&b, []byte(body), "", "  ") != nil {
		return body
	}
	return b.String()
}

// inner sets the lines of a body below the first in.
func inner(body, by string) string { return strings.ReplaceAll(body, "\n", "\n"+by) }

// samples returns an example in each language, with where the reader's key stands.
func (b *docsBuilder) samples(e example) map[string]views.Sample {
	byName := map[string]views.Sample{}
	for _, l := range languages {
		one := views.Sample{Text: l.write(b.request(e))}
		if e.Credential == "key" && strings.Contains(one.Text, l.key) {
			one.Key = l.key
		}
		byName[l.name] = one
	}
	return byName
}

// writeCurl puts the address of a GET last, as nothing hangs below a long link then, and that of any other call first.
func writeCurl(r request) string {
	var parts []string
	switch r.secret {
	case "":
	case "SESSION":
		parts = append(parts, `-b "social_session=$SESSION"`)
	default:
		parts = append(parts, `-H "Authorization: Bearer $`+r.secret+`"`)
	}
	for _, h := range r.headers {
		parts = append(parts, "-H '"+h.name+": "+h.value+"'")
	}
	if r.body != "" {
		parts = append(parts, "-d '"+inner(r.body, "  ")+"'")
	}
	if r.file != "" {
		parts = append(parts, "--data-binary @"+r.file)
	}
	if address := "'" + r.url + "'"; r.method == "GET" {
		parts = append(parts, address)
	} else {
		parts = slices.Insert(parts, 0, "-X "+r.method+" "+address)
	}
	return "curl " + strings.Join(parts, " \\\n  ")
}

func writePython(r request) string {
	var b strings.Builder
	if r.secret != "" {
		b.WriteString("import os\n")
	}
	b.WriteString("import urllib.request\n\nrequest = urllib.request.Request(\n    " + quoted(r.url) + ",\n    method=" + quoted(r.method) + ",\n    headers={\n")
	if r.secret != "" && r.secret != "SESSION" {
		b.WriteString(`        "Authorization": "Bearer " + os.environ["` + r.secret + "\"],\n")
	}
	for _, h := range r.headers {
		b.WriteString("        " + quoted(h.name) + ": " + quoted(h.value) + ",\n")
	}
	if r.secret == "SESSION" {
		b.WriteString("        \"Cookie\": \"social_session=\" + os.environ[\"SESSION\"],\n")
	}
	b.WriteString("    },\n")
	if r.body != "" {
		b.WriteString("    data=" + literal(inner(r.body, "    "), `r"""`, `"""`) + ".encode(),\n")
	}
	if r.file != "" {
		b.WriteString("    data=open(" + quoted(r.file) + ", \"rb\").read(),\n")
	}
	b.WriteString(")\nwith urllib.request.urlopen(request, timeout=60) as answer:\n    print(answer.status, answer.read().decode())")
	return b.String()
}

func writeJavaScript(r request) string {
	var b strings.Builder
	b.WriteString("const answer = await fetch(" + quoted(r.url) + ", {\n  method: " + quoted(r.method) + ",\n  headers: {\n")
	switch r.secret {
	case "":
	case "SESSION":
		b.WriteString("    Cookie: \"social_session=\" + process.env.SESSION,\n")
	default:
		b.WriteString("    Authorization: \"Bearer \" + process.env." + r.secret + ",\n")
	}
	for _, h := range r.headers {
		b.WriteString("    " + quoted(h.name) + ": " + quoted(h.value) + ",\n")
	}
	b.WriteString("  },\n")
	if r.body != "" {
		b.WriteString("  body: JSON.stringify(" + inner(r.body, "  ") + "),\n")
	}
	if r.file != "" {
		b.WriteString("  body: process.getBuiltinModule(\"node:fs\").readFileSync(" + quoted(r.file) + "),\n")
	}
	b.WriteString("});\nconsole.log(answer.status, await answer.text());")
	return b.String()
}

func writeGo(r request) string {
	var b strings.Builder
	reader, imports := "nil", []string{"fmt", "io", "log", "net/http"}
	if r.secret != "" {
		imports = append(imports, "os")
	}
	if r.body != "" {
		reader, imports = "content", append(imports, "strings")
	}
	if r.file != "" {
		reader, imports = "file", []string{"fmt", "io", "log", "net/http", "os"}
	}
	b.WriteString("package main\n\nimport (\n")
	for _, name := range imports {
		b.WriteString("\t\"" + name + "\"\n")
	}
	b.WriteString(")\n\nfunc main() {\n")
	if r.file != "" {
		b.WriteString("\tfile, err := os.Open(" + quoted(r.file) + ")\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n")
	}
	if r.body != "" {
		b.WriteString("\tcontent := strings.NewReader(" + literal(inner(r.body, "\t"), "`", "`") + ")\n")
	}
	b.WriteString("\tr, err := http.NewRequest(" + quoted(r.method) + ", " + quoted(r.url) + ", " + reader + ")\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n")
	switch r.secret {
	case "":
	case "SESSION":
		b.WriteString("\tr.AddCookie(&http.Cookie{Name: \"social_session\", Value: os.Getenv(\"SESSION\")})\n")
	default:
		b.WriteString("\tr.Header.Set(\"Authorization\", \"Bearer \"+os.Getenv(\"" + r.secret + "\"))\n")
	}
	for _, h := range r.headers {
		b.WriteString("\tr.Header.Set(" + quoted(h.name) + ", " + quoted(h.value) + ")\n")
	}
	b.WriteString("\tanswer, err := http.DefaultClient.Do(r)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer answer.Body.Close()\n" +
		"\tbody, err := io.ReadAll(answer.Body)\n\tfmt.Println(answer.Status, string(body), err)\n}")
	return b.String()
}

// literal returns a text as a string literal; several lines stand between marks that keep them.
func literal(s, from, to string) string {
	if !strings.Contains(s, "\n") || strings.Contains(s, to) {
		return quoted(s)
	}
	return from + s + to
}

// quoted returns a text as a string literal that is valid in Python, JavaScript and Go.
func quoted(s string) string {
	if raw, err := json.Marshal(s); err == nil && !strings.Contains(string(raw), `\u`) {
		return string(raw)
	}
	return strconv.Quote(s)
}
