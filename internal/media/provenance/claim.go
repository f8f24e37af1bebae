package provenance

import (
	"crypto/x509"
	"strings"

	"github.com/fxamacker/cbor/v2"
)

// decode parses untrusted CBOR, limited in depth and size and without duplicate keys. It returns nil if the bytes are invalid.
func decode(b []byte) any {
	mode, err := cbor.DecOptions{
		MaxNestedLevels:  32,
		MaxArrayElements: 20_000,
		MaxMapPairs:      20_000,
		DupMapKey:        cbor.DupMapKeyEnforcedAPF,
	}.DecMode()
	if err != nil {
		return nil
	}
	var v any
	if mode.Unmarshal(b, &v) != nil {
		return nil
	}
	return v
}

// readStore reads the manifests of a store (C2PA 2.1, 11.1). The last is the active one.
func (e *Evidence) readStore(b []byte) {
	store, ok := parseStore(b)
	if !ok {
		return
	}
	var manifests []node
	for _, n := range store.children {
		if n.kind == "c2ma" || n.kind == "c2um" {
			manifests = append(manifests, n)
		}
	}
	for i, m := range manifests {
		if i < len(manifests)-1 {
			e.Ingredients = append(e.Ingredients, actionsOf(m)...)
			continue
		}
		e.C2PAPresent = true
		e.Actions = actionsOf(m)
		e.ClaimGenerator, e.Signer = generatorOf(m), signerOf(m)
	}
}

// generatorOf returns the program of a claim: a text in version 1, a map or a list of maps in version 2.
func generatorOf(manifest node) string {
	for _, n := range manifest.children {
		if n.label != "c2pa.claim" && n.label != "c2pa.claim.v2" {
			continue
		}
		claim := decode(n.content)
		if s := text(at(claim, "claim_generator")); s != "" {
			return s
		}
		info := at(claim, "claim_generator_info")
		if list, ok := info.([]any); ok && len(list) > 0 {
			info = list[0]
		}
		return programName(info)
	}
	return ""
}

// programName returns a program's name and, if present, its version.
func programName(info any) string {
	name, version := text(at(info, "name")), text(at(info, "version"))
	if version != "" {
		return name + "/" + version
	}
	return name
}

// actionsOf returns the actions in a manifest (C2PA 2.1, 18.15).
func actionsOf(manifest node) (found []Action) {
	for _, store := range manifest.children {
		if store.kind != "c2as" {
			continue
		}
		for _, n := range store.children {
			if !strings.HasPrefix(n.label, "c2pa.actions") {
				continue
			}
			list, _ := at(decode(n.content), "actions").([]any)
			for _, item := range list {
				a := Action{SourceType: lastSegment(text(at(item, "digitalSourceType"))), Agent: agent(at(item, "softwareAgent"))}
				if a != (Action{}) {
					found = append(found, a)
				}
			}
		}
	}
	return found
}

// agent reads a program's name: a text, or a map with a name.
func agent(v any) string {
	if s := text(v); s != "" {
		return s
	}
	return text(at(v, "name"))
}

// signerOf returns the subject of the claim's certificate: the chain is under header 33 of the COSE_Sign1 (RFC 9360), or
// under a text key in old files, protected or not.
func signerOf(manifest node) string {
	for _, n := range manifest.children {
		if n.label != "c2pa.signature" {
			continue
		}
		v := decode(n.content)
		if tag, ok := v.(cbor.Tag); ok {
			v = tag.Content
		}
		parts, _ := v.([]any)
		if len(parts) < 2 {
			return ""
		}
		protected, _ := parts[0].([]byte)
		for _, header := range []any{decode(protected), parts[1]} {
			for _, key := range []any{uint64(33), "x5chain"} {
				if name := holder(at(header, key)); name != "" {
					return name
				}
			}
		}
	}
	return ""
}

func holder(chain any) string {
	if list, ok := chain.([]any); ok && len(list) > 0 {
		chain = list[0]
	}
	der, _ := chain.([]byte)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return ""
	}
	return cert.Subject.CommonName + " / " + strings.Join(cert.Subject.Organization, ", ")
}

func at(v, key any) any {
	m, _ := v.(map[any]any)
	return m[key]
}

// text returns a string of limited length.
func text(v any) string {
	s, _ := v.(string)
	if len(s) > 1000 {
		return ""
	}
	return s
}

// lastSegment returns the term at the end of a vocabulary address.
func lastSegment(address string) string {
	return address[strings.LastIndexByte(address, '/')+1:]
}
