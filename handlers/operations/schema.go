package operations

import (
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
)

// Rendered is a body that is bytes already; its schema is T's.
type Rendered[T any] struct{ B []byte }

// Schema implements huma.SchemaProvider.
func (Rendered[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, reflect.TypeFor[T]().Name())
}

// WriteTo writes the bytes as they are.
func (b Rendered[T]) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.B)
	return int64(n), err
}

// PlatformFormat marks the schemas whose enum is the platforms' names, which only the set of platforms knows.
const PlatformFormat = "platform"

// enumOf is the schema of an enum.
type enumOf[T ~string] struct{}

// Schema implements huma.SchemaProvider.
func (enumOf[T]) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	if _, ok := any(*new(T)).(content.Platform); ok {
		s.Format = PlatformFormat
	}
	for _, w := range enumValues[T]() {
		s.Enum = append(s.Enum, string(w))
	}
	return s
}

func enumValues[T ~string]() []T {
	var all any
	switch any(*new(T)).(type) {
	case content.Kind:
		all = content.Kinds()
	case accounts.Role:
		all = accounts.Roles()
	case accounts.Scope:
		all = accounts.Scopes()
	case content.Part:
		all = []content.Part{content.PartFetch, content.PartStored, content.PartTranscript, content.PartMedia, content.PartAnalysis}
	case content.TranscriptSource:
		all = []content.TranscriptSource{content.Captions, content.AutomaticCaptions}
	case imports.State:
		all = imports.States()
	case imports.Stage:
		all = imports.Stages()
	case imports.WorkState:
		all = imports.WorkStates()
	case imports.MediaProfile:
		all = imports.MediaProfiles()
	case events.DeliveryState:
		all = events.DeliveryStates()
	case events.Type:
		all = events.Types()
	case watches.Kind:
		all = watches.Kinds()
	case watches.Every:
		all = watches.Everies()
	case watches.State:
		all = watches.States()
	case watches.PausedReason:
		all = watches.PausedReasons()
	case watches.RunState:
		all = watches.RunStates()
	case watches.Missed:
		all = watches.AllMissed()
	case history.Source:
		all = history.Sources()
	case references.State:
		all = references.States()
	case references.MediaAvailability:
		all = references.MediaAvailabilities()
	case references.HoldReason:
		all = []references.HoldReason{references.HoldByIngestion, references.HoldByExtension}
	case references.PartState:
		all = references.PartStates()
	case content.MediaKind:
		all = []content.MediaKind{content.MediaVideo, content.MediaImage}
	case accounts.KeyState:
		all = []accounts.KeyState{accounts.KeyActive, accounts.KeyRevoked, accounts.KeyExpired}
	}
	list, _ := all.([]T)
	return list
}

// NewRegistry makes schemas of our types: times are date-times, closed words are enums.
func NewRegistry() huma.Registry {
	r := huma.NewMapRegistry("#/components/schemas/", schemaName)
	r.RegisterTypeAlias(reflect.TypeFor[content.Time](), reflect.TypeFor[time.Time]())
	enumAlias[content.Platform](r)
	enumAlias[content.Kind](r)
	enumAlias[content.Part](r)
	enumAlias[content.TranscriptSource](r)
	enumAlias[accounts.Role](r)
	enumAlias[accounts.Scope](r)
	enumAlias[imports.State](r)
	enumAlias[imports.Stage](r)
	enumAlias[imports.WorkState](r)
	enumAlias[imports.MediaProfile](r)
	enumAlias[references.State](r)
	enumAlias[references.MediaAvailability](r)
	enumAlias[references.HoldReason](r)
	enumAlias[references.PartState](r)
	enumAlias[content.MediaKind](r)
	enumAlias[accounts.KeyState](r)
	enumAlias[events.Type](r)
	enumAlias[events.DeliveryState](r)
	enumAlias[watches.Kind](r)
	enumAlias[watches.Every](r)
	enumAlias[watches.State](r)
	enumAlias[watches.PausedReason](r)
	enumAlias[watches.RunState](r)
	enumAlias[watches.Missed](r)
	return r
}

// registry is the part of huma's map registry that enumAlias needs.
type registry interface {
	RegisterTypeAlias(t reflect.Type, alias reflect.Type)
}

// enumAlias makes a type an enum of its values.
func enumAlias[T ~string](r registry) {
	r.RegisterTypeAlias(reflect.TypeFor[T](), reflect.TypeFor[enumOf[T]]())
}

// Nullables says null in the schema wherever a Go field is a pointer: content uses plain pointers for what may be
// unknown.
func Nullables(r huma.Registry) {
	for name, schema := range r.Map() {
		t := r.TypeFromRef("#/components/schemas/" + name)
		if t == nil {
			continue
		}
		eachField(t, func(f reflect.StructField) {
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := schema.Properties[key]
			if p == nil || f.Type.Kind() != reflect.Pointer || strings.Contains(f.Tag.Get("json"), "omitempty") {
				return
			}
			schema.Properties[key] = orNull(p)
		})
	}
}

func orNull(p *huma.Schema) *huma.Schema {
	if p.Ref == "" && len(p.Enum) == 0 {
		q := *p
		q.Nullable = true
		return &q
	}
	return &huma.Schema{AnyOf: []*huma.Schema{p, {Type: "null"}}}
}

func eachField(t reflect.Type, visit func(reflect.StructField)) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			eachField(f.Type, visit)
			continue
		}
		visit(f)
	}
}

// EitherOf is the schema of one of several objects, which are told apart by their member object.
func EitherOf(r huma.Registry, refs ...*huma.Schema) *huma.Schema {
	s := &huma.Schema{OneOf: refs, Discriminator: &huma.Discriminator{PropertyName: "object", Mapping: map[string]string{}}}
	for _, ref := range refs {
		for _, word := range r.SchemaFromRef(ref.Ref).Properties["object"].Enum {
			s.Discriminator.Mapping[word.(string)] = ref.Ref
		}
	}
	return s
}
