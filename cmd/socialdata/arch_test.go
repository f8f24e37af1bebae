package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// importRules says which packages of this module each package may import. A name that ends in /* allows every package
// below it. The rules are policy (ARCHITECTURE.md gives the reasons): do not change them to fix a build.
var importRules = map[string][]string{
	"cmd/socialdata":                    {"*"},
	"web":                               {"handlers/*", "views", "static", "models", "models/*", "internal/apierror", "internal/content", "internal/httpsig", "internal/input"},
	"handlers/operations":               {"handlers/session", "jobs", "internal/*", "models", "models/*"},
	"handlers/v1":                       {"handlers/operations", "handlers/session", "jobs", "internal/*", "models", "models/*"},
	"handlers/session":                  {"models", "models/*", "internal/apierror", "internal/content", "internal/mail"},
	"docs":                              {},
	"handlers/pages":                    {"handlers/pages/*", "internal/kept", "internal/sources", "views"},
	"handlers/pages/page":               {"handlers/operations", "handlers/session", "internal/apierror", "internal/content", "internal/export", "internal/issuer", "internal/media", "internal/sources", "models/*", "views"},
	"handlers/pages/shown":              {"handlers/pages/page", "internal/apierror", "internal/content", "internal/lookup", "internal/media", "internal/sources", "models/*", "views"},
	"handlers/pages/public":             {"handlers/operations", "handlers/session", "handlers/pages/page", "handlers/pages/shown", "internal/apierror", "internal/lookup", "internal/sources", "models/accounts", "models/routehealth", "views"},
	"handlers/pages/account":            {"handlers/operations", "handlers/pages/page", "handlers/pages/shown", "internal/apierror", "models/accounts", "models/digests", "views"},
	"handlers/pages/docs":               {"docs", "handlers/pages/page", "handlers/pages/shown", "internal/apierror", "internal/testlinks", "models/billing", "views"},
	"handlers/pages/workspace":          {"handlers/operations", "handlers/session", "handlers/pages/page", "handlers/pages/shown", "internal/apierror", "internal/export", "internal/kept", "internal/table", "models/*", "views"},
	"handlers/pages/imports":            {"handlers/operations", "handlers/session", "handlers/pages/page", "handlers/pages/shown", "jobs", "internal/apierror", "internal/content", "internal/lookup", "internal/sources", "internal/table", "models/*", "views"},
	"handlers/pages/references":         {"handlers/operations", "handlers/session", "handlers/pages/page", "handlers/pages/shown", "internal/apierror", "internal/captions", "internal/content", "internal/export", "internal/kept", "internal/media", "models/*", "views"},
	"handlers/pages/watches":            {"handlers/operations", "handlers/session", "handlers/pages/page", "handlers/pages/shown", "internal/apierror", "internal/content", "internal/sources", "models/*", "views"},
	"handlers/pages/support":            {"handlers/operations", "handlers/session", "handlers/pages/page", "handlers/pages/shown", "jobs", "internal/apierror", "internal/content", "internal/lookup", "internal/rollout", "models/*", "views"},
	"handlers/mcp":                      {"internal/apierror"},
	"handlers/oauth":                    {"handlers/session", "internal/apierror", "internal/clientdocs", "models/accounts"},
	"handlers/media":                    {"handlers/session", "internal/export", "internal/media", "internal/media/*", "models", "models/*", "internal/apierror", "internal/content"},
	"jobs":                              {"internal/*", "models", "models/*"},
	"internal/lookup":                   {"internal/slots", "internal/sources", "models", "models/*", "internal/apierror", "internal/content"},
	"internal/batcher":                  {},
	"internal/embeddings":               {"internal/media/modelserver", "internal/vectors"},
	"internal/vectors":                  {},
	"internal/rollout":                  {"internal/lookup", "internal/sources", "internal/sources/shapes", "internal/content", "models/rollouts"},
	"internal/child":                    {},
	"internal/httpx":                    {},
	"internal/media":                    {"internal/child", "internal/httpx", "internal/media/container", "internal/media/likeness", "internal/media/screentext", "internal/media/shots", "internal/content", "internal/apierror"},
	"internal/media/blobs":              {"internal/apierror"},
	"internal/media/container":          {},
	"internal/media/creative":           {"internal/media/modelserver", "internal/media/shots", "internal/content"},
	"internal/media/modelserver":        {},
	"internal/media/speech":             {"internal/media/modelserver", "internal/content"},
	"internal/media/c2pa":               {"internal/bundle", "internal/media/container", "internal/content"},
	"internal/media/provenance":         {"internal/media/container", "internal/content"},
	"internal/media/likeness":           {},
	"internal/media/screentext":         {"internal/content"},
	"internal/media/shots":              {"internal/media/likeness"},
	"internal/sources":                  {"internal/httpx", "internal/content", "internal/apierror"},
	"internal/sources/scan":             {"internal/content"},
	"internal/tunnel":                   {"internal/sources"},
	"internal/pagepicture":              {"internal/child", "internal/tunnel", "internal/sources", "internal/content", "internal/apierror"},
	"internal/sources/engine":           {"internal/child", "internal/tunnel", "internal/sources", "internal/sources/scan", "internal/content", "internal/apierror"},
	"internal/sources/shapes":           {"internal/sources", "internal/content"},
	"internal/sources/meta":             {"internal/sources", "internal/apierror"},
	"internal/sources/simulator":        {"internal/sources/simulator/scenes"},
	"internal/sources/simulator/scenes": {},
	"internal/sources/platforms":        {"internal/sources", "internal/sources/shapes", "internal/sources/youtube", "internal/sources/tiktok", "internal/sources/instagram", "internal/sources/adlibrary", "internal/content"},
	"internal/sources/youtube":          {"internal/sources", "internal/sources/shapes", "internal/sources/scan", "internal/content", "internal/apierror"},
	"internal/sources/tiktok":           {"internal/sources", "internal/sources/shapes", "internal/sources/scan", "internal/content", "internal/apierror"},
	"internal/sources/instagram":        {"internal/sources", "internal/sources/meta", "internal/sources/shapes", "internal/sources/scan", "internal/content", "internal/apierror"},
	"internal/sources/adlibrary":        {"internal/sources", "internal/sources/meta", "internal/sources/shapes", "internal/sources/scan", "internal/content", "internal/apierror"},
	"views":                             {"internal/content", "static"},
	"static":                            {},
	"models":                            {"models/*", "internal/content", "internal/apierror"},
	"models/db":                         {"internal/apierror", "internal/slots"},
	"models/accounts":                   {"models/db", "models/billing", "internal/apierror"},
	"models/acts":                       {"models/db"},
	"models/alerts":                     {"models/db", "models/work"},
	"models/billing":                    {"models/db", "models/alerts", "models/events", "internal/apierror", "internal/content", "internal/table"},
	"models/erasures":                   {"models/db", "models/billing", "models/events", "models/references", "models/work", "internal/apierror"},
	"models/events":                     {"internal/batcher", "models/db", "models/alerts", "models/work", "internal/apierror", "internal/content", "internal/table"},
	"models/history":                    {"models/db", "internal/apierror", "internal/content", "internal/table"},
	"models/observations":               {"internal/batcher", "models/db", "models/billing", "models/accounts", "models/history", "internal/apierror", "internal/content"},
	"models/references":                 {"models/db", "models/events", "models/work", "internal/apierror", "internal/content", "internal/input", "internal/media/likeness", "internal/vectors", "internal/table"},
	"models/boards":                     {"models/db", "models/billing", "models/references", "internal/apierror"},
	"models/captures":                   {"models/db", "models/billing", "models/imports", "internal/content", "internal/apierror"},
	"models/shares":                     {"models/db", "models/billing", "internal/apierror", "internal/input"},
	"models/digests":                    {"models/db", "models/watches", "models/work", "internal/apierror"},
	"models/watches":                    {"models/db", "models/alerts", "models/billing", "models/events", "models/history", "models/work", "internal/apierror", "internal/content"},
	"models/work":                       {"models/db", "internal/apierror"},
	"models/exports":                    {"models/db", "models/alerts", "models/billing", "models/events", "models/history", "models/imports", "models/references", "models/requests", "models/work", "internal/apierror", "internal/content", "internal/table"},
	"models/idempotency":                {"models/db", "internal/apierror"},
	"models/links":                      {"models/db"},
	"models/imports":                    {"models/db", "models/idempotency", "models/billing", "models/events", "models/history", "models/references", "internal/apierror", "internal/content", "internal/input", "internal/table"},
	"models/usage":                      {"models/db", "models/billing", "models/imports", "internal/apierror", "internal/content"},
	"models/requests":                   {"models/db", "internal/apierror", "internal/table"},
	"models/changes":                    {"models/db", "models/billing", "models/imports", "models/references", "models/work", "internal/apierror"},
	"models/rollouts":                   {"models/db", "models/work", "internal/apierror"},
	"models/reruns":                     {"models/db", "models/billing", "models/imports", "models/references", "models/work", "internal/apierror"},
	"models/routehealth":                {"models/db", "internal/apierror"},
	"models/support":                    {"models/*", "internal/apierror", "internal/content"},
	"internal/captions":                 {"internal/content"},
	"cmd/sd":                            {"internal/bundle", "internal/httpsig", "cmd/sd/client", "internal/export", "internal/webhooks"},
	"internal/bundle":                   {},
	"internal/httpsig":                  {},
	"internal/collector":                {},
	"internal/warc":                     {},
	"internal/timestamps":               {"internal/bundle"},
	"internal/issuer":                   {"internal/apierror"},
	"internal/clientdocs":               {},
	"internal/kept":                     {"internal/bundle", "internal/captions", "internal/export", "internal/media/blobs", "internal/warc", "models", "models/*", "internal/apierror", "internal/content"},
	"internal/content":                  {},
	"internal/input":                    {},
	"cmd/sd/client":                     {},
	"internal/messages":                 {},
	"internal/webhooks":                 {},
	"internal/mail":                     {},
	"internal/export":                   {"internal/apierror", "internal/slots"},
	"internal/slots":                    {},
	"internal/table":                    {},
	"internal/tablefiles":               {"internal/export", "internal/table"},
	"internal/apierror":                 {},
	"internal/testlinks":                {"internal/apierror", "internal/sources/simulator"},
	"internal/crash":                    {},
}

// everywhere may be imported by every package: goroutines are begun on every floor.
var everywhere = []string{"internal/crash"}

// testPackages may be imported by tests only.
var testPackages = []string{"internal/testkit", "handlers/pages/pagetest", "models/modelstest", "jobs/jobstest", "internal/sources/sourcestest", "internal/sources/toytest", "web/webtest", "internal/bundle/tsatest", "internal/media/c2pa/c2patest", "internal/issuer/issuertest", "internal/mail/mailtest"}

// libraries maps a library to the folders whose packages may import it directly.
var libraries = map[string][]string{
	"github.com/gofiber/fiber/v2":         {"web", "handlers"},
	"github.com/danielgtaylor/huma/v2":    {"web", "handlers"},
	"gorm.io/gorm":                        {"models"},
	"github.com/hibiken/asynq":            {"jobs"},
	"github.com/pressly/goose/v3":         {"models"},
	"github.com/gorilla/securecookie":     {"models"},
	"github.com/gorilla/feeds":            {"handlers"},
	"github.com/parquet-go/parquet-go":    {"internal/tablefiles"},
	"github.com/tidwall/gjson":            {"internal/sources", "internal/lookup"},
	"github.com/coreos/go-oidc/v3":        {"internal/issuer"},
	"github.com/zitadel/oidc/v3":          {"handlers/oauth"},
	"github.com/pquerna/otp":              {"models", "handlers"},
	"golang.org/x/oauth2":                 {"internal/issuer"},
	"github.com/go-jose/go-jose/v4":       {"internal/issuer"},
	"code.dny.dev/ssrf":                   {"internal/clientdocs", "internal/sources", "internal/webhooks", "internal/issuer"},
	"github.com/digitorus/timestamp":      {"internal/bundle", "internal/timestamps"},
	"github.com/veraison/go-cose":         {"internal/media"},
	"github.com/dunglas/httpsfv":          {"internal/httpsig"},
	"github.com/digitorus/pkcs7":          {"internal/bundle"},
	"github.com/wneessen/go-mail":         {"internal/mail"},
	"github.com/landlock-lsm/go-landlock": {"internal/child"},
	"github.com/spf13/cobra":              {"cmd"},
	"github.com/caarlos0/env/v11":         {"cmd"},
	"github.com/alicebob/miniredis/v2":    {"jobs"},
	"github.com/asticode/go-astisub":      {"internal/sources"},
	"github.com/alexedwards/argon2id":     {"models"},
	"github.com/mileusna/useragent":       {"handlers"},
	"github.com/go-redis/redis_rate/v10":  {"web"},
	"github.com/gabriel-vasile/mimetype":  {"internal/media"},
	"github.com/abema/go-mp4":             {"internal/media"},
	"github.com/fxamacker/cbor/v2":        {"internal/media"},
	"github.com/sashabaranov/go-openai":   {"internal/media", "internal/embeddings"},
	"github.com/minio/minio-go":           {"internal/media"},
	"golang.org/x/image":                  {"internal/media"},
	"github.com/corona10/goimagehash":     {"internal/media"},
	"github.com/modelcontextprotocol":     {"handlers"},
	"github.com/prometheus":               {"cmd"},
	"go.opentelemetry.io/otel/sdk":        {"cmd", "models/modelstest"},
	"go.opentelemetry.io/proto":           {"internal/collector"},
	"go.opentelemetry.io/otel":            {"cmd", "web", "models", "jobs", "internal/sources"},
}

type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

const module = "socialdata/"

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) < 10 {
		t.Fatalf("only %d packages were found", len(list))
	}
	return list
}

func TestImportRules(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		if contains(testPackages, path) {
			continue
		}
		allowed, listed := importRules[path]
		if !listed {
			t.Errorf("%s has no entry in importRules", path)
			continue
		}
		for _, imported := range p.Imports {
			if other, ours := strings.CutPrefix(imported, module); ours {
				if contains(testPackages, other) {
					t.Errorf("%s imports %s, which only tests may import", path, other)
				} else if !isAllowed(append(allowed, everywhere...), other) {
					t.Errorf("%s imports %s, but may import only %v", path, other, allowed)
				}
			}
		}
	}
}

func TestLibrariesAreImportedOnlyWhereAllowed(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		for _, imported := range p.Imports {
			for library, folders := range libraries {
				if imported != library && !strings.HasPrefix(imported, library+"/") {
					continue
				}
				if !contains(folders, strings.Split(path, "/")[0]) && !contains(folders, strings.Join(strings.SplitN(path, "/", 3)[:min(2, strings.Count(path, "/")+1)], "/")) {
					t.Errorf("%s imports %s: only %v may", path, imported, folders)
				}
			}
		}
	}
}

// becomesAnother starts the program anew to confine itself and become another one, with the environment that it was given: that
// comes before anything else, in every program that runs children, tests among them.
const becomesAnother = "internal/child"

// TestCodeRules parses every file of the program and checks the rules that hold for all packages.
func TestCodeRules(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		documented := false
		for _, file := range p.GoFiles {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			documented = documented || parsed.Doc != nil
			where := path + "/" + file
			ast.Inspect(parsed, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Name.Name == "init" && n.Recv == nil && path != becomesAnother {
						t.Errorf("%s has an init function: do the work where it is called", where)
					}
				case *ast.SelectorExpr:
					checkSelector(t, where, path, n)
				}
				return true
			})
		}
		if !documented {
			t.Errorf("%s has no package comment that says what it may do and may not", path)
		}
		if base := filepath.Base(path); base == "util" || base == "common" || base == "helpers" {
			t.Errorf("%s has a name that says nothing", path)
		}
	}
}

// checkSelector checks a qualified name against the rules about the environment and HTTP clients.
func checkSelector(t *testing.T, where, path string, n *ast.SelectorExpr) {
	t.Helper()
	x, ok := n.X.(*ast.Ident)
	if !ok || contains(testPackages, path) {
		return
	}
	switch x.Name + "." + n.Sel.Name {
	case "os.Getenv", "os.LookupEnv", "os.Environ":
		if path != "cmd/socialdata" && path != "cmd/sd" && path != becomesAnother {
			t.Errorf("%s reads the environment: only the commands do, once", where)
		}
	case "http.Client", "http.DefaultClient", "http.Get", "http.Post":
		calls := []string{"internal/sources", "internal/media", "internal/webhooks", "internal/issuer", "internal/clientdocs", "internal/collector", "cmd/sd/client", "cmd/sd"}
		if !slices.ContainsFunc(calls, func(p string) bool { return strings.HasPrefix(path, p) }) {
			t.Errorf("%s uses an HTTP client: only %s do", where, strings.Join(calls, ", "))
		}
	}
}

func isAllowed(allowed []string, path string) bool {
	for _, a := range allowed {
		if a == "*" || a == path || strings.HasSuffix(a, "/*") && strings.HasPrefix(path, strings.TrimSuffix(a, "*")) {
			return true
		}
	}
	return false
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// TestTopLevel fails if the repository gets a new folder at its top level.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	folders := []string{"web", "handlers", "models", "jobs", "views", "static", "cmd", "internal", "docs"}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !contains(folders, e.Name()) && !contains([]string{"data", "tmp", "bin", "node_modules", "screenshots"}, e.Name()) {
			t.Errorf("the top level has a new folder %s", e.Name())
		}
	}
}
