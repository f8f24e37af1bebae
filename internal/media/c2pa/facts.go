package c2pa

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/fxamacker/cbor/v2"

	"socialdata/internal/content"
)

// maxText is the longest text of a manifest that is shown, in code points.
const maxText = 200

// clean makes a text of a manifest fit for storage and pages: no control characters, and a bounded length.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s[:min(len(s), 8*maxText)])
	if runes := []rune(s); len(runes) > maxText {
		return string(runes[:maxText])
	}
	return s
}

func textOrNil(s string) *string {
	if s = clean(s); s == "" {
		return nil
	}
	return &s
}

// generator returns the program that wrote the claim.
func (c *claim) generator() string {
	if c.Generator != "" {
		return c.Generator
	}
	var list []program
	if decode(c.GeneratorInfo, &list) == nil && len(list) > 0 {
		return list[0].String()
	}
	var one program
	if decode(c.GeneratorInfo, &one) == nil {
		return one.String()
	}
	return ""
}

// program is a program with a name and perhaps a version.
type program struct {
	Name    string `cbor:"name"`
	Version string `cbor:"version"`
}

func (p program) String() string {
	if p.Version == "" {
		return p.Name
	}
	return p.Name + "/" + p.Version
}

// isLabel reports whether a label is one of a kind of assertion, in any version and instance: "c2pa.actions.v2__1".
func isLabel(label, kind string) bool {
	label, _, _ = strings.Cut(label, "__")
	rest, ok := strings.CutPrefix(label, kind)
	return ok && (rest == "" || strings.HasPrefix(rest, ".v"))
}

// labels returns the labels of one kind of assertion, in order.
func (m *manifest) labels(kind string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m.assertions)), func(l string) bool { return !isLabel(l, kind) })
}

// actionsOf returns the actions that a manifest lists, at most content.MaxC2PAEntries.
func actionsOf(m *manifest) []content.C2PAAction {
	list := []content.C2PAAction{}
	for _, label := range m.labels("c2pa.actions") {
		var a struct {
			Actions []struct {
				Action     string          `cbor:"action"`
				SourceType string          `cbor:"digitalSourceType"`
				Agent      cbor.RawMessage `cbor:"softwareAgent"`
			} `cbor:"actions"`
		}
		m.assertion(label, &a)
		for _, one := range a.Actions {
			if len(list) < content.MaxC2PAEntries {
				list = append(list, content.C2PAAction{Action: clean(one.Action), SoftwareAgent: textOrNil(agent(one.Agent)),
					DigitalSourceType: textOrNil(one.SourceType[strings.LastIndexByte(one.SourceType, '/')+1:])})
			}
		}
	}
	return list
}

// agent reads a program's name: a text, or a map with a name.
func agent(raw cbor.RawMessage) string {
	var s string
	var p program
	if decode(raw, &s) == nil {
		return s
	}
	_ = decode(raw, &p) // nothing is named if it is something else
	return p.Name
}

// ingredient is an assertion about a file that another one was made from.
type ingredient struct {
	Title        string     `cbor:"dc:title"`
	Format       string     `cbor:"dc:format"`
	Relationship string     `cbor:"relationship"`
	Manifest     *hashedURI `cbor:"c2pa_manifest"`  // versions 1 and 2
	Active       *hashedURI `cbor:"activeManifest"` // version 3
}

// ingredients returns what the file was made from. Of their manifests it checks only that they are those that were signed for.
func (c *claim) ingredients(m *manifest, all []*manifest) ([]content.C2PAIngredient, error) {
	var f findings
	list := []content.C2PAIngredient{}
	for _, label := range m.labels("c2pa.ingredient") {
		var in ingredient
		if !m.assertion(label, &in) {
			f.add(unknown("What the file was made from cannot be read."))
			continue
		}
		state, err := c.ingredientManifest(in, m, all)
		f.add(err)
		if len(list) < content.MaxC2PAEntries {
			list = append(list, content.C2PAIngredient{Title: textOrNil(in.Title), Format: textOrNil(in.Format),
				Relationship: textOrNil(in.Relationship), Manifest: state})
		}
	}
	if f.worst == nil {
		return list, f.fatal
	}
	return list, f.worst
}

// ingredientManifest says what became of an ingredient's manifest.
func (c *claim) ingredientManifest(in ingredient, m *manifest, all []*manifest) (content.C2PAIngredientState, error) {
	u := cmp.Or(in.Active, in.Manifest)
	if u == nil {
		return content.C2PAIngredientNone, nil
	}
	path, _ := strings.CutPrefix(u.URL, jumbfScheme)
	name, ok := strings.CutPrefix(strings.TrimPrefix(path, "/"), "c2pa/")
	i := slices.IndexFunc(all, func(o *manifest) bool { return o.label == name && o != m })
	if !ok || i < 0 {
		return content.C2PAIngredientMissing, invalid("The manifest of something that the file was made from is missing.")
	}
	same, err := u.matches(all[i].body, c.Alg)
	switch {
	case err != nil:
		return content.C2PAIngredientUnchecked, err
	case same:
		return content.C2PAIngredientIntact, nil
	case len(c.Redacted) > 0:
		return content.C2PAIngredientUnchecked, unknown("Parts of an earlier manifest were removed, which this version does not check.")
	}
	return c.oldManifest(u, all[i], in.Title)
}

// oldManifest checks a manifest of which only the claim was hashed, as before C2PA 1.3, and by that claim its assertions. Its signature is
// not covered, so it is not called intact.
func (c *claim) oldManifest(u *hashedURI, m *manifest, title string) (content.C2PAIngredientState, error) {
	changed := invalid(fmt.Sprintf("The manifest of something that the file was made from was changed (%s).", clean(title)))
	s, _ := open(box{"jumb", m.body})
	old := &manifest{label: m.label}
	if err := old.open(s); err != nil {
		var f findings
		if f.add(err); f.decided() {
			return content.C2PAIngredientChanged, changed
		}
		return content.C2PAIngredientUnchecked, err
	}
	same, err := u.matches(old.claim, c.Alg)
	if err != nil || !same {
		return content.C2PAIngredientChanged, changed
	}
	its, err := readClaim(old)
	if err == nil {
		err = its.checkAssertions(old)
	}
	var f findings
	if f.add(err); f.decided() {
		return content.C2PAIngredientChanged, changed
	}
	return content.C2PAIngredientUnchecked, err
}
