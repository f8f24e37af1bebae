package provenance

import (
	"bytes"
	"encoding/xml"
	"strings"
)

// readXMP reads the relevant properties, written as attributes or elements. Of invalid XML it uses what precedes the error.
func (e *Evidence) readXMP(packet []byte) {
	dec := xml.NewDecoder(bytes.NewReader(packet))
	dec.Strict = false
	dec.CharsetReader = nil
	var property string
	for {
		token, err := dec.RawToken()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if isProperty(t.Name.Local) {
				property = t.Name.Local
			}
			for _, a := range t.Attr {
				if isProperty(a.Name.Local) {
					e.property(a.Name.Local, a.Value)
				} else if a.Name.Local == "resource" && property != "" {
					e.property(property, a.Value)
				}
			}
		case xml.CharData:
			if property != "" {
				e.property(property, string(t))
			}
		case xml.EndElement:
			if t.Name.Local == property {
				property = ""
			}
		}
	}
}

func isProperty(name string) bool {
	return name == "DigitalSourceType" || name == "Credit" || name == "provenance"
}

func (e *Evidence) property(name, value string) {
	value = text(strings.TrimSpace(value))
	if value == "" || len(e.XMPSourceTypes)+len(e.Credits) > 32 {
		return
	}
	switch name {
	case "DigitalSourceType":
		e.XMPSourceTypes = append(e.XMPSourceTypes, lastSegment(value))
	case "Credit":
		e.Credits = append(e.Credits, value)
	case "provenance":
		if e.RemoteManifest == "" && strings.HasPrefix(value, "https://") {
			e.RemoteManifest = value
		}
	}
}
