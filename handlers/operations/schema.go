package operations

import (
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/table"
	"socialdata/models/accounts"
	"socialdata/models/acts"
	"socialdata/models/boards"
	"socialdata/models/changes"
	"socialdata/models/erasures"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/reruns"
	"socialdata/models/shares"
	"socialdata/models/watches"
)

// Rendered is an already encoded body. Its schema is that of T.
type Rendered[T any] struct{ B []byte }

// Schema implements huma.SchemaProvider.
func (Rendered[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, reflect.TypeFor[T]().Name())
}

// WriteTo writes the bytes unchanged.
func (b Rendered[T]) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.B)
	return int64(n), err
}

// PlatformFormat marks schemas whose enum is the list of platforms, which is only known at run time.
const PlatformFormat = "platform"

// enum maps a type to the fixed list of its values.
type enum struct {
	of, schema reflect.Type
	words      []any
}

// enumWith returns the enum of T with the given values.
func enumWith[T ~string](words ...T) enum {
	e := enum{of: reflect.TypeFor[T](), schema: reflect.TypeFor[enumOf[T]]()}
	for _, w := range words {
		e.words = append(e.words, string(w))
	}
	return e
}

// enums lists the enums of the contract. The values of content.Platform are added later from the configured
// platforms.
func enums() []enum {
	return []enum{
		enumWith[content.Platform](), enumWith(content.Kinds()...), enumWith(content.MediaVideo, content.MediaImage),
		enumWith(content.PartFetch, content.PartStored, content.PartTranscript, content.PartSpeech, content.PartMedia, content.PartAnalysis),
		enumWith(content.Captions, content.AutomaticCaptions, content.MachineSpeech),
		enumWith(accounts.Roles()...), enumWith(accounts.Scopes()...), enumWith(accounts.KeyActive, accounts.KeyRevoked, accounts.KeyExpired),
		enumWith(erasures.Kinds()...), enumWith(imports.States()...), enumWith(imports.Stages()...), enumWith(imports.WorkStates()...), enumWith(imports.MediaProfiles()...), enumWith(imports.Evidences()...),
		enumWith(references.States()...), enumWith(references.MediaAvailabilities()...), enumWith(references.PartStates()...), enumWith(references.MatchFields()...), enumWith(references.SimilarKinds()...), enumWith(events.Formats()...),
		enumWith(references.HoldByIngestion, references.HoldByExtension),
		enumWith(events.Types()...), enumWith(events.DeliveryStates()...),
		enumWith(watches.Kinds()...), enumWith(watches.Everies()...), enumWith(watches.States()...), enumWith(watches.PausedReasons()...),
		enumWith(exports.Kinds()...), enumWith(exports.Schedules()...), enumWith(exports.RunStates()...), enumWith(table.Formats()...),
		enumWith(boards.Kinds()...), enumWith(boardOrders()...), enumWith(shares.States()...), enumWith(changes.States()...),
		enumWith(reruns.States()...), enumWith(reruns.Skips()...), enumWith(retryStates()...), enumWith(failureCodes()...), enumWith(apierror.Reasons()...),
		enumWith(watches.RunStates()...), enumWith(watches.AllMissed()...), enumWith(watches.ItemStates()...), enumWith(watches.Whys()...), enumWith(watches.Parts()...),
		enumWith(watches.Fields()...), enumWith(watches.Ops()...), enumWith(watches.Withins()...), enumWith(watches.Coverages()...),
		enumWith(content.PageStatuses()...), enumWith(content.PageReasons()...), enumWith(acts.Doors()...),
	}
}

// enumOf is the schema of an enum.
type enumOf[T ~string] struct{}

// Schema implements huma.SchemaProvider.
func (enumOf[T]) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	if _, ok := any(*new(T)).(content.Platform); ok {
		s.Format = PlatformFormat
	}
	for _, e := range enums() {
		if e.of == reflect.TypeFor[T]() {
			s.Enum = e.words
		}
	}
	return s
}

// NewRegistry returns a registry for schemas of our types, with times as date-time and fixed lists of values as
// enums.
func NewRegistry() huma.Registry {
	r := huma.NewMapRegistry("#/components/schemas/", schemaName)
	r.RegisterTypeAlias(reflect.TypeFor[content.Time](), reflect.TypeFor[time.Time]())
	for _, e := range enums() {
		r.RegisterTypeAlias(e.of, e.schema)
	}
	return r
}

// Nullables marks a property as nullable wherever its Go field is a pointer. Package content uses plain pointers for
// values that may be unknown.
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
	return &huma.Schema{Description: p.Description, AnyOf: []*huma.Schema{p, {Type: "null"}}}
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

// EitherOf returns the schema of one of several objects, distinguished by their property "object".
func EitherOf(r huma.Registry, refs ...*huma.Schema) *huma.Schema {
	s := &huma.Schema{OneOf: refs, Discriminator: &huma.Discriminator{PropertyName: "object", Mapping: map[string]string{}}}
	for _, ref := range refs {
		for _, word := range r.SchemaFromRef(ref.Ref).Properties["object"].Enum {
			s.Discriminator.Mapping[word.(string)] = ref.Ref
		}
	}
	return s
}
