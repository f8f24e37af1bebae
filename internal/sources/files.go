package sources

import (
	"net/url"
	"slices"
)

// Files collects an item's files for Media. It leaves out duplicates and files that are not https on one of the hosts,
// which the outbound client would refuse.
type Files struct {
	Hosts []string // the platform's own domains
	List  []MediaFile
}

// Add appends m, keeping only its addresses that may be fetched. It does nothing if m.URL may not, or was added before.
func (f *Files) Add(m MediaFile) {
	m, ok := f.checked(m)
	if ok && !slices.ContainsFunc(f.List, func(known MediaFile) bool { return known.URL == m.URL }) {
		f.List = append(f.List, m)
	}
}

// AddPart appends the file of one part of an item. A part whose address may not be fetched is added without an address.
func (f *Files) AddPart(m MediaFile) {
	m, ok := f.checked(m)
	if !ok {
		m.URL, m.Others, m.Sound = "", nil, nil
	}
	f.List = append(f.List, m)
}

// Parts returns the parts that were added, or nil if none of them has an address.
func (f *Files) Parts() []MediaFile {
	if !slices.ContainsFunc(f.List, func(m MediaFile) bool { return m.URL != "" }) {
		return nil
	}
	return f.List
}

// checked returns m without the alternative addresses that may not be fetched, and reports whether m itself may be fetched.
func (f *Files) checked(m MediaFile) (MediaFile, bool) {
	m.Others = slices.DeleteFunc(slices.Clone(m.Others), func(address string) bool { return !f.may(address) })
	return m, f.may(m.URL) && (m.Sound == nil || f.may(m.Sound.URL))
}

func (f *Files) may(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isOn(u, f.Hosts)
}
