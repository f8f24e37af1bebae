package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

// doctorCmd calls the platforms and reports whether the routes currently work from this machine.
type doctorCmd struct {
	JSON bool
	Keep string
}

func (d *doctorCmd) flags(f flags) {
	f.BoolVar(&d.JSON, "json", false, "print JSON")
	f.StringVar(&d.Keep, "keep", "", "write what the platforms answered into this `folder`, scrubbed of cookies, tokens and addresses")
}

// errCannotAnswer makes the command exit with status 1.
var errCannotAnswer = errors.New("a route that is enabled cannot answer")

// checkTotal is the time limit of all checks.
const checkTotal = 3 * time.Minute

// Run checks every route and prints the results. It fails if an enabled route does not work.
func (d doctorCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		ctx, cancel := context.WithTimeout(ctx, checkTotal)
		defer cancel()
		checks, err := p.lookup.CheckRoutes(ctx)
		if err != nil {
			return operatorError(err)
		}
		report := p.doctorReport(checks)
		report.Engine = p.engineTools(ctx)
		if d.Keep != "" {
			if err := keepCalls(d.Keep, checks); err != nil {
				return err
			}
		}
		if d.JSON {
			err = json.NewEncoder(os.Stdout).Encode(report)
		} else {
			err = report.print(os.Stdout)
		}
		if err != nil || report.Answers {
			return err
		}
		return errCannotAnswer
	})
}

// doctorReport is the result of all checks, as printed by --json.
type doctorReport struct {
	At       string            `json:"at"`
	Answers  bool              `json:"answers"` // the first operation of every enabled route works
	Versions map[string]string `json:"versions"`
	Aging    []string          `json:"aging"`  // sentences about platforms whose shapes are old
	Engine   []string          `json:"engine"` // sentences about the optional tools that the engine finds
	// TrustAnchors is the number of certificates that may vouch for C2PA manifests.
	TrustAnchors int                 `json:"c2paTrustAnchors"`
	Operations   []operationReported `json:"operations"`
}

type operationReported struct {
	Route     string            `json:"route"`
	Operation sources.Operation `json:"operation"`
	State     string            `json:"state"`
	Code      *string           `json:"code"`
	Detail    *string           `json:"detail"`
	Advice    *string           `json:"advice"`
	Bytes     int64             `json:"bytes"`
	Ms        int64             `json:"ms"`
}

func (p *program) doctorReport(checks []lookup.Check) doctorReport {
	r := doctorReport{At: p.store.Now().UTC().Format(time.RFC3339), Answers: true, Versions: p.versions(), Aging: p.agingShapes(), Engine: []string{},
		TrustAnchors: p.media.C2PA.Trust.Anchors()}
	for _, can := range lookup.CanAnswer(checks) {
		r.Answers = r.Answers && can
	}
	for _, c := range checks {
		r.Operations = append(r.Operations, operationReported{Route: c.Route.ID, Operation: c.Operation, State: c.State, Code: content.OrNil(string(c.Code)),
			Detail: content.OrNil(c.Detail), Advice: content.OrNil(c.Advice), Bytes: c.Bytes, Ms: c.Took.Milliseconds()})
	}
	return r
}

// notInstalled is the version of a program that the operator may leave out.
const notInstalled = "none"

// versions returns the versions of the programs that affect the result.
func (p *program) versions() map[string]string {
	v := map[string]string{"socialdata": version, "shapes": p.shapes.Now().AsOf, "ffmpeg": ffmpegVersion(), "tesseract": tesseractVersion(), "engine": notInstalled, "browser": notInstalled}
	if p.browser != nil {
		v["browser"] = p.browser.Version()
	}
	if p.engine != nil {
		v["engine"] = p.engine.Version()
	}
	return v
}

// The versions of programs are read once, because they are not replaced while the service runs.
var (
	ffmpegVersion    = sync.OnceValue(func() string { return versionOf("ffmpeg", "-version", "ffmpeg version ") })
	tesseractVersion = sync.OnceValue(func() string { return versionOf("tesseract", "--version", "tesseract ") })
)

// versionOf returns the word after what a program writes before its version.
func versionOf(program, option, before string) string {
	line, err := exec.Command(program, option).Output() //nolint:gosec // no input
	if err != nil {
		return "not found"
	}
	v := strings.Fields(strings.TrimPrefix(string(line), before))
	if len(v) == 0 {
		return "unknown"
	}
	return v[0]
}

// sourcesSentence describes what reading the platforms depends on.
func (p *program) sourcesSentence() string {
	v := p.versions()
	parts := []string{"Shapes of " + v["shapes"]}
	for _, name := range []string{"engine", "ffmpeg", "tesseract", "browser", "socialdata"} {
		if v[name] != notInstalled {
			parts = append(parts, name+" "+v[name])
		}
	}
	return strings.Join(parts, ", ") + "."
}

func orDash(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

// print writes the report as a table, followed by what to do next.
func (r doctorReport) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ROUTE\tOPERATION\tOUTCOME\tCODE\tBYTES\tMS\tDETAIL")
	next := map[string][]string{}
	var order []string
	for _, o := range r.Operations {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%s\n", o.Route, o.Operation, o.State, orDash(o.Code), o.Bytes, o.Ms, orDash(o.Detail))
		if o.Advice == nil {
			continue
		}
		if next[*o.Advice] == nil {
			order = append(order, *o.Advice)
		}
		next[*o.Advice] = append(next[*o.Advice], o.Route+" "+string(o.Operation))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, advice := range order {
		fmt.Fprintf(to, "\n%s\n  %s\n", strings.Join(next[advice], ", "), advice)
	}
	for _, sentence := range slices.Concat(r.Aging, r.Engine, []string{trustSentence(r.TrustAnchors)}) {
		fmt.Fprintf(to, "\n%s\n", sentence)
	}
	_, err := fmt.Fprintf(to, "\nshapes of %s, engine %s, ffmpeg %s, tesseract %s, browser %s, socialdata %s\n", r.Versions["shapes"], r.Versions["engine"], r.Versions["ffmpeg"], r.Versions["tesseract"],
		r.Versions["browser"], r.Versions["socialdata"])
	return err
}

// trustSentence says what C2PA manifests are checked against.
func trustSentence(anchors int) string {
	switch anchors {
	case 0:
		return "No trust list for C2PA is named (SOCIALDATA_C2PA_TRUST), so no manifest can be valid."
	case 1:
		return "1 certificate may vouch for C2PA manifests."
	}
	return fmt.Sprintf("%d certificates may vouch for C2PA manifests.", anchors)
}

// keepCalls writes one file for each operation.
func keepCalls(folder string, checks []lookup.Check) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the folder of --keep: %w", err)
	}
	for _, c := range checks {
		if len(c.Calls) == 0 {
			continue
		}
		raw, err := json.MarshalIndent(c.Calls, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, c.Route.ID+"."+string(c.Operation)+".json"), raw, 0o600); err != nil {
			return err
		}
	}
	return nil
}
