// Command linters runs the analysers that .golangci.yml names over packages that go vet gives it. A line is left out with
// //nolint:name // and the reason; without a reason it is a finding itself.
package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"github.com/gostaticanalysis/nilerr"
	"github.com/jingyugao/rowserrcheck/passes/rowserr"
	"github.com/nishanths/exhaustive/passes/exhaustive"
	"github.com/polyfloyd/go-errorlint/errorlint"
	"github.com/timakin/bodyclose/passes/bodyclose"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	list := []*analysis.Analyzer{
		bodyclose.Analyzer, errorlint.NewAnalyzer(), exhaustive.Analyzer, nilerr.Analyzer, rowserr.NewAnalyzer("database/sql"),
	}
	for _, a := range list {
		allowNolint(a)
	}
	unitchecker.Main(append(list, nolintlint)...)
}

var directive = regexp.MustCompile(`^//nolint:([a-z,]+)( // .+)?$`)

// nolintlint finds directives that name no linter or no reason.
var nolintlint = &analysis.Analyzer{
	Name: "nolintlint",
	Doc:  "reports //nolint directives without a linter's name and a reason",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			eachComment(file, func(c *ast.Comment) {
				if m := directive.FindStringSubmatch(c.Text); strings.HasPrefix(c.Text, "//nolint") && (m == nil || m[2] == "") {
					pass.Reportf(c.Pos(), "write //nolint:name // and the reason")
				}
			})
		}
		return nil, nil
	},
}

// allowNolint leaves out findings on lines that have a directive for the analyser, and those in generated files.
func allowNolint(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		quiet := map[token.Position]bool{}
		generated := map[string]bool{}
		for _, file := range pass.Files {
			generated[pass.Fset.Position(file.Pos()).Filename] = ast.IsGenerated(file)
			eachComment(file, func(c *ast.Comment) {
				if m := directive.FindStringSubmatch(c.Text); m != nil && strings.Contains(","+m[1]+",", ","+a.Name+",") {
					quiet[lineOf(pass.Fset, c.Pos())] = true
				}
			})
		}
		filtered := *pass
		filtered.Report = func(d analysis.Diagnostic) {
			line := lineOf(pass.Fset, d.Pos)
			if !quiet[line] && !generated[line.Filename] {
				pass.Report(d)
			}
		}
		return run(&filtered)
	}
}

func lineOf(fset *token.FileSet, pos token.Pos) token.Position {
	p := fset.Position(pos)
	return token.Position{Filename: p.Filename, Line: p.Line}
}

func eachComment(file *ast.File, f func(*ast.Comment)) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			f(c)
		}
	}
}
