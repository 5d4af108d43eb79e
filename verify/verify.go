package verify

import (
	"errors"
	"fmt"
	"math"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Question is what a verifier gets of an item: no key.
type Question struct {
	Subtype mcq.Subtype
	Fact    mcq.Fact
	Options []mcq.Option
}

// Ask takes the question from an item.
func Ask(it mcq.Item) Question {
	return Question{Subtype: it.Subtype, Fact: it.Fact, Options: it.Options}
}

// Verdict is the answer that a verifier finds.
type Verdict struct {
	Right []string // keys of the options that hold, in their order
	Found string   // the answer in words, for people
}

// ErrUnsupported is the error for subtypes that cannot be judged.
var ErrUnsupported = errors.New("this version cannot judge the subtype")

// Verifier answers questions about one model. It is safe for concurrent use.
type Verifier struct {
	m          *ifc.Model
	sets       lazy.Value[map[step.Row][]ifc.Entity] // IfcRelDefinesByProperties by object
	typs       lazy.Value[map[step.Row][]ifc.Entity] // type objects by occurrence
	mats       lazy.Value[map[step.Row][]ifc.Entity] // IfcRelAssociatesMaterial by object
	spatial    lazy.Value[*spatial]
	fillings   lazy.Value[*fillings]
	boundaries lazy.Value[*boundaries]
	typings    lazy.Value[map[step.Row][]ifc.Entity] // IfcRelDefinesByType by type object
	statements lazy.Value[*statements]

	projectUnits lazy.Value[map[string][]ifc.Entity] // by kind
	shapes       lazy.Value[*geom.Kernel]            // for boxes
	boxes        lazy.Map[string, boxOf]             // by GlobalId
}

// New makes a Verifier of m.
func New(m *ifc.Model) *Verifier { return &Verifier{m: m} }

// answer is what a subtype's function finds: whether an option's value holds,
// and the answer in words.
type answer struct {
	holds func(value any) bool
	found string
}

// judges holds one function a subtype.
var judges = map[mcq.Subtype]func(*Verifier, mcq.Fact) (answer, error){
	mcq.ClassByGUID:       (*Verifier).classByGUID,
	mcq.AttributeValue:    (*Verifier).attributeValue,
	mcq.PropertyValue:     (*Verifier).propertyValue,
	mcq.BooleanCheck:      (*Verifier).booleanCheck,
	mcq.PropertyExistence: (*Verifier).propertyExistence,
	mcq.ValueOrNull:       (*Verifier).valueOrNull,
	mcq.TypeObject:        (*Verifier).typeObject,
	mcq.MaterialName:      (*Verifier).materialName,
	mcq.MaterialSet:       (*Verifier).materialSet,
	mcq.FileCount:         (*Verifier).fileCount,
	mcq.StoreyCount:       (*Verifier).storeyCount,
	mcq.TypeCount:         (*Verifier).typeCount,
	mcq.OpeningCount:      (*Verifier).openingCount,
	mcq.Length:            quantityOf("IfcQuantityLength"),
	mcq.Area:              quantityOf("IfcQuantityArea"),
	mcq.Volume:            quantityOf("IfcQuantityVolume"),
	mcq.NetVsGross:        (*Verifier).netVsGross,
	mcq.PropertySum:       (*Verifier).propertySum,
	mcq.PropertyMean:      (*Verifier).propertyMean,
	mcq.QuantitySum:       (*Verifier).quantitySum,
	mcq.QuantityMean:      (*Verifier).quantityMean,
	mcq.Pairwise:          (*Verifier).pairwise,
	mcq.Largest:           (*Verifier).largest,
	mcq.Smallest:          (*Verifier).smallest,
	mcq.ElementStorey:     (*Verifier).elementStorey,
	mcq.SpaceStorey:       (*Verifier).spaceStorey,
	mcq.StoreyBuilding:    (*Verifier).storeyBuilding,
	mcq.OpeningHost:       (*Verifier).openingHost,
	mcq.FillerHost:        (*Verifier).fillerHost,
	mcq.HostFillers:       (*Verifier).hostFillers,
	mcq.ElementSpaces:     (*Verifier).elementSpaces,
	mcq.BoundaryCheck:     (*Verifier).boundaryCheck,
	mcq.SpaceElements:     (*Verifier).spaceElements,
	mcq.PointInBox:        (*Verifier).pointInBox,
	mcq.BaseElevation:     (*Verifier).baseElevation,
	mcq.ExtentCompare:     (*Verifier).extentCompare,
}

// Answer finds which options of q hold. An error says why that cannot be told.
func (v *Verifier) Answer(q Question) (Verdict, error) {
	judge := judges[q.Subtype]
	if judge == nil {
		return Verdict{}, fmt.Errorf("%s: %w", q.Subtype, ErrUnsupported)
	}
	a, err := judge(v, q.Fact)
	if err != nil {
		return Verdict{}, err
	}
	out := Verdict{Found: a.found}
	for _, o := range q.Options {
		if a.holds(o.Value) {
			out.Right = append(out.Right, o.Key)
		}
	}
	return out, nil
}

// entity finds the one entity that has a GlobalId.
func (v *Verifier) entity(guid string) (ifc.Entity, error) {
	switch found := v.m.ByGUID(guid); len(found) {
	case 0:
		return ifc.Entity{}, fmt.Errorf("no entity has GlobalId %s", guid)
	case 1:
		return found[0], nil
	default:
		return ifc.Entity{}, fmt.Errorf("%d entities have GlobalId %s", len(found), guid)
	}
}

// class finds a class by its name.
func (v *Verifier) class(name string) (schema.Class, error) {
	c, ok := v.m.Schema().Class(name)
	if !ok {
		return c, fmt.Errorf("schema %s has no class %s", v.m.Schema().Name(), name)
	}
	return c, nil
}

// text is the answer that is one text.
func text(s string) answer {
	return answer{func(v any) bool { return v == s }, s}
}

// count is the answer that is one integer.
func count(n int) answer {
	return answer{func(v any) bool { return v == int64(n) }, fmt.Sprint(n)}
}

// stored is the answer that is a value of the file.
func stored(d ifc.Datum) answer {
	return answer{func(v any) bool { return equals(v, d) }, d.String()}
}

// equals compares an option's value with a stored one.
func equals(v any, d ifc.Datum) bool {
	switch v := v.(type) {
	case nil:
		return d.Kind == ifc.None
	case string:
		return (d.Kind == ifc.Text || d.Kind == ifc.Enumeration) && d.Text == v
	case bool:
		return d.Kind == ifc.Boolean && d.Bool() == v
	case int64, mcq.Real:
		x, ok := d.Float()
		return ok && same(toFloat(v), x)
	}
	return false
}

func toFloat(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case mcq.Real:
		return float64(v)
	}
	return math.NaN()
}

// same leaves room for rounding only.
func same(x, y float64) bool {
	return x == y || math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y))
}
