// Command systems checks the types of the programs of the module in the working directory, with all that they import, as
// they are built for other operating systems. It reads the source: building them would compile every library once more for
// each, and nothing would run what comes of it. A release builds them.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	failed := false
	for _, system := range os.Args[1:] {
		failed = !check(system) || failed
	}
	if failed {
		os.Exit(1)
	}
}

// check prints what does not fit on a system and reports whether all does.
func check(system string) bool {
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
	}, "./cmd/socialdata", "./cmd/sd")
	if err != nil {
		fmt.Fprintln(os.Stderr, system+":", err)
		return false
	}
	good := true
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			good = false
			fmt.Fprintln(os.Stderr, system+":", e)
		}
	})
	return good
}
