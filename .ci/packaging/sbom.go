package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM lists what is in the programs: every module that the linker took, by what the binaries say of themselves.
func (r *release) writeSBOM(path, name string, binaries []file) error {
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.at.Format(time.RFC3339),
		Component: &cyclonedx.Component{BOMRef: name, Type: cyclonedx.ComponentTypeApplication, Name: "socialdata", Version: r.version,
			Properties: &[]cyclonedx.Property{{Name: "commit", Value: r.commit}}}}
	var components []cyclonedx.Component
	var dependencies []cyclonedx.Dependency
	seen, used := map[string]bool{}, []string{}
	for _, b := range binaries {
		program, modules, err := r.describe(b)
		if err != nil {
			return err
		}
		refs := []string{}
		for _, m := range modules {
			refs = append(refs, m.BOMRef)
			if !seen[m.BOMRef] {
				seen[m.BOMRef] = true
				components = append(components, m)
			}
		}
		components = append(components, program)
		used = append(used, program.BOMRef)
		dependencies = append(dependencies, cyclonedx.Dependency{Ref: program.BOMRef, Dependencies: &refs})
	}
	dependencies = append(dependencies, cyclonedx.Dependency{Ref: name, Dependencies: &used})
	bom.Components, bom.Dependencies = &components, &dependencies
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cyclonedx.SpecVersion1_6); err != nil {
		return err
	}
	return out.Close()
}

// describe reads a binary: itself, with its digest, and its modules, the standard library among them.
func (r *release) describe(b file) (cyclonedx.Component, []cyclonedx.Component, error) {
	info, err := buildinfo.ReadFile(b.path)
	if err != nil {
		return cyclonedx.Component{}, nil, err
	}
	d, err := digest(b.path)
	if err != nil {
		return cyclonedx.Component{}, nil, err
	}
	name := strings.TrimSuffix(filepath.Base(b.path), ".exe")
	program := cyclonedx.Component{BOMRef: "program:" + name, Type: cyclonedx.ComponentTypeApplication, Name: b.name, Version: r.version,
		Hashes: &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: d}}}
	modules := []cyclonedx.Component{module("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		modules = append(modules, module(m.Path, m.Version))
	}
	return program, modules, nil
}

// module is a Go module, by its package URL.
func module(path, version string) cyclonedx.Component {
	url := fmt.Sprintf("pkg:golang/%s@%s?type=module", path, version)
	return cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: path, Version: version, PackageURL: url}
}
