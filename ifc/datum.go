package ifc

import (
	"math"
	"slices"
	"strconv"

	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// DatumKind is what a Datum holds.
type DatumKind uint8

const (
	None DatumKind = iota // unset
	Text
	Enumeration // an item, without dots
	Integer
	Real
	Boolean
	Unknown // the LOGICAL that is neither true nor false
	List
	Other // a reference, a binary: nothing that is asked about
)

// Datum is a simple value as the file states it. The written form decides
// between integer and real, not the schema: 5 and 5.0 differ.
type Datum struct {
	Kind DatumKind
	Text string
	bits uint64
	List []Datum
	// Type is the measure or simple type that the value is wrapped in, nil for
	// a bare one.
	Type *schema.Type
}

// Int returns an Integer.
func (d Datum) Int() int64 { return int64(d.bits) }

// Bool returns a Boolean.
func (d Datum) Bool() bool { return d.bits != 0 }

// Float returns an Integer or a Real; ok is false for anything else.
func (d Datum) Float() (x float64, ok bool) {
	switch d.Kind {
	case Integer:
		return float64(int64(d.bits)), true
	case Real:
		return math.Float64frombits(d.bits), true
	}
	return 0, false
}

// Scalar is a Datum that is not a list, without its type: fit for a map's key.
type Scalar struct {
	kind DatumKind
	text string
	bits uint64
}

// Scalar returns what tells d from other values that are not lists.
func (d Datum) Scalar() Scalar { return Scalar{d.Kind, d.Text, d.bits} }

// IsNumber tells whether d is an Integer or a Real.
func (d Datum) IsNumber() bool { return d.Kind == Integer || d.Kind == Real }

// Equal compares values; an integer equals a real of the same value.
func (d Datum) Equal(e Datum) bool {
	if d.IsNumber() && e.IsNumber() && (d.Kind == Real || e.Kind == Real) {
		x, _ := d.Float()
		y, _ := e.Float()
		return x == y
	}
	return d.Kind == e.Kind && d.Text == e.Text && d.bits == e.bits && slices.EqualFunc(d.List, e.List, Datum.Equal)
}

// String returns the value for reading.
func (d Datum) String() string {
	switch d.Kind {
	case None:
		return "unset"
	case Text, Enumeration:
		return d.Text
	case Integer:
		return strconv.FormatInt(d.Int(), 10)
	case Real:
		x, _ := d.Float()
		return strconv.FormatFloat(x, 'g', -1, 64)
	case Boolean:
		return strconv.FormatBool(d.Bool())
	case Unknown:
		return "UNKNOWN"
	case List:
		s := "("
		for i, x := range d.List {
			if i > 0 {
				s += ", "
			}
			s += x.String()
		}
		return s + ")"
	}
	return "not a simple value"
}

// NewText, NewInt, NewReal and NewBool make values, for tests and for readers of
// other sources.
func NewText(s string) Datum  { return Datum{Kind: Text, Text: s} }
func NewInt(n int64) Datum    { return Datum{Kind: Integer, bits: uint64(n)} }
func NewReal(x float64) Datum { return Datum{Kind: Real, bits: math.Float64bits(x)} }
func NewBool(b bool) Datum {
	d := Datum{Kind: Boolean}
	if b {
		d.bits = 1
	}
	return d
}

// Datum decodes an argument. A typed value gives what it wraps, and its type.
func (m *Model) Datum(v step.Value) Datum { return m.datum(v, nil) }

// Intern is a table of strings: names that recur are held once.
type Intern map[string]string

// DatumInterned is Datum with texts held once in a table.
func (m *Model) DatumInterned(v step.Value, in Intern) Datum { return m.datum(v, in) }

// Text returns a string by way of the table.
func (in Intern) Text(v step.Value) (string, bool) {
	if b, ok := v.Plain(); ok && in != nil {
		if s, ok := in[string(b)]; ok {
			return s, true
		}
		s := string(b)
		in[s] = s
		return s, true
	}
	return v.Text()
}

func (m *Model) datum(v step.Value, in Intern) Datum {
	switch v.Kind() {
	case step.Missing, step.Unset, step.Derived, step.Bad:
		return Datum{}
	case step.String:
		s, ok := in.Text(v)
		if !ok {
			return Datum{}
		}
		return Datum{Kind: Text, Text: s}
	case step.Integer:
		if n, ok := v.Int(); ok {
			return NewInt(n)
		}
		return Datum{}
	case step.Real:
		if x, ok := v.Float(); ok {
			return NewReal(x)
		}
		return Datum{}
	case step.Enum:
		return enumDatum(v)
	case step.List:
		d := Datum{Kind: List}
		for x := range v.List() {
			// An unset element is left out, as a reader of the list would.
			if e := m.datum(x, in); e.Kind != None {
				d.List = append(d.List, e)
			}
		}
		return d
	case step.Typed:
		kw, inner, _ := v.Typed()
		d := m.datum(inner, in)
		if t, ok := m.schema.TypeBytes(kw); ok {
			d.Type = t
			if t.Kind() == schema.KindEnumeration && inner.Kind() == step.Enum {
				item, _ := inner.Enum()
				d = Datum{Kind: Enumeration, Text: item, Type: t}
			}
		}
		return d
	}
	return Datum{Kind: Other}
}

// enumDatum reads .T., .F. and .U. as logical values. Any other item where no
// enumeration is declared is no value.
func enumDatum(v step.Value) Datum {
	switch string(v.EnumBytes()) {
	case "T":
		return NewBool(true)
	case "F":
		return NewBool(false)
	case "U":
		return Datum{Kind: Unknown}
	}
	return Datum{}
}
