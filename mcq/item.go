package mcq

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"unicode"
)

// NotSpecified is the text of the option whose value is nil: the file gives
// no value.
const NotSpecified = "Not specified in the file"

// Option values of comparisons that stand for no entity.
const (
	Equal        = "equal"        // the compared entities agree
	Undetermined = "undetermined" // it cannot be told, a value is missing
)

// Item is one question with its options, its key, and the fact that the key
// rests on. Its JSON members stand in the order of the fields.
type Item struct {
	ID       string
	Category Category
	Group    Group
	Subtype  Subtype
	Type     Type
	Question string   // the stem
	Options  []Option // keyed A, B, C … in this order
	Answer   []string // keys of the right options, sorted
	Source   Source
	Fact     Fact
}

// Option is one answer offered.
type Option struct {
	Key  string `json:"key"`  // a capital letter
	Text string `json:"text"` // all of it that is shown to whoever answers

	// Value is the machine value that Text stands for, at full precision. It
	// holds a string, a bool, an int64, a [Real], a [NetGross], or nil for
	// "not specified in the file"; nothing else can be written.
	Value any `json:"value"`
}

// Source names the building model that an item was made from.
type Source struct {
	File   string `json:"file"`   // base name
	SHA256 string `json:"sha256"` // of the bytes on disk, 64 lower-case hex digits
	Schema string `json:"schema"` // IFC2X3, IFC4 or IFC4X3
}

// Fact is all that a verifier gets: which entities, and what of them, a
// question asks about, but not the answer. Which fields are set depends on the
// subtype, see [Subtype.FactFields]. The fields stand in the alphabetical
// order of their JSON names, which is also the order of the canonical JSON.
type Fact struct {
	Attribute string    `json:"attribute"`
	Axis      string    `json:"axis"`  // X, Y or Z
	Claim     *bool     `json:"claim"` // nil but for boolean_check
	Class     string    `json:"class"` // as the schema spells it
	Element   string    `json:"element"`
	Gross     string    `json:"gross"` // name of a quantity
	GUID      string    `json:"guid"`
	GUIDs     []string  `json:"guids"`
	Metric    *Metric   `json:"metric"`
	Net       string    `json:"net"`   // name of a quantity
	Point     []float64 `json:"point"` // x, y, z in metres, as printed in the stem
	Property  string    `json:"property"`
	Pset      SetName   `json:"pset"`
	Qset      SetName   `json:"qset"`
	Quantity  string    `json:"quantity"`
	Space     string    `json:"space"`
	Storey    string    `json:"storey"`
	Type      string    `json:"type"` // GlobalId of a type object
}

// Kinds of Metric.
const (
	MetricAttribute = "attribute"
	MetricProperty  = "property"
	MetricQuantity  = "quantity"
)

// Metric is what entities are compared by.
type Metric struct {
	Kind string  `json:"kind"` // MetricAttribute, MetricProperty or MetricQuantity
	Name string  `json:"name"`
	Set  SetName `json:"set,omitzero"` // absent for attributes
}

// SetName is the name of a property or quantity set in a fact. The zero value
// is no set at all: the JSON member is left out. A set that exists but has no
// name is written as null.
type SetName struct {
	name  string
	state setState
}

type setState uint8

const (
	setAbsent setState = iota
	setUnnamed
	setNamed
)

// Named returns the name of a set that is called name.
func Named(name string) SetName { return SetName{name, setNamed} }

// Unnamed returns the name of a set that has none.
func Unnamed() SetName { return SetName{state: setUnnamed} }

// IsZero reports whether no set is meant.
func (s SetName) IsZero() bool { return s.state == setAbsent }

// IsUnnamed reports whether a set without a name is meant.
func (s SetName) IsUnnamed() bool { return s.state == setUnnamed }

// Name returns the set's name, and whether it has one.
func (s SetName) Name() (name string, ok bool) { return s.name, s.state == setNamed }

// String returns the name for people: "" where no set is meant.
func (s SetName) String() string {
	if s.IsUnnamed() {
		return "the unnamed set"
	}
	return s.name
}

// MarshalJSON writes the name, or null for no name or no set.
func (s SetName) MarshalJSON() ([]byte, error) { return appendSetName(nil, s), nil }

// UnmarshalJSON reads a string or null. A member that is missing leaves the
// zero value.
func (s *SetName) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*s = Unnamed()
		return nil
	}
	var name string
	if err := json.Unmarshal(b, &name); err != nil {
		return fmt.Errorf("the name of a set is neither a string nor null")
	}
	*s = Named(name)
	return nil
}

// Real is a number that stays a real number in JSON: 5 is written 5.0, so that
// reading it back does not make an integer of it.
type Real float64

// MarshalJSON writes r with the fewest digits that read back as r, always with
// a point or an exponent. NaN and infinities are errors.
func (r Real) MarshalJSON() ([]byte, error) {
	if !finite(float64(r)) {
		return nil, fmt.Errorf("%v cannot be written in JSON", float64(r))
	}
	return appendReal(nil, float64(r)), nil
}

// NetGross is the option value of net_vs_gross: the name of the quantity that
// is larger, with its value in SI units, or [Equal].
type NetGross struct {
	Larger string `json:"larger"`
	SI     *Real  `json:"si"`
}

// MarshalJSON writes both members, si as null if there is no number.
func (n NetGross) MarshalJSON() ([]byte, error) {
	if n.SI != nil && !finite(float64(*n.SI)) {
		return nil, fmt.Errorf("%v cannot be written in JSON", float64(*n.SI))
	}
	return appendNetGross(nil, n), nil
}

// same compares by content, where == would compare pointers.
func (n NetGross) same(m NetGross) bool {
	if n.Larger != m.Larger || (n.SI == nil) != (m.SI == nil) {
		return false
	}
	return n.SI == nil || *n.SI == *m.SI
}

// New returns an item of sub with everything filled in that follows from the
// arguments: id, category, group and type. It checks nothing; see [CheckItem].
func New(src Source, sub Subtype, f Fact, question string, options []Option, answer []string) Item {
	return Item{
		ID:       ID(src.File, sub, src.SHA256, f),
		Category: sub.Category(), Group: sub.Group(), Subtype: sub, Type: sub.Type(),
		Question: question, Options: options, Answer: answer,
		Source: src, Fact: f,
	}
}

// OptionKey returns the key of the i-th option, counted from 0: A, B, C …
func OptionKey(i int) string { return string(rune('A' + i)) }

// Right returns the options that the answer names, in the order of the options.
func (it Item) Right() []Option {
	var out []Option
	for _, o := range it.Options {
		for _, k := range it.Answer {
			if o.Key == k {
				out = append(out, o)
				break
			}
		}
	}
	return out
}

// ID returns the name of an item that asks sub about f in the file with the
// given name and sha256:
//
//	file stem / category / subtype / first 8 hex digits of a sha256
//
// all in lower case, where the sha256 is taken over the source's sha256, the
// subtype and the canonical JSON of the fact, one right after the other. It
// does not depend on stem, options or what other items there are.
func ID(sourceFileName string, sub Subtype, sha256Hex string, f Fact) string {
	b := make([]byte, 0, 512)
	b = append(b, sha256Hex...)
	b = append(b, sub...)
	b = appendFact(b, f)
	sum := sha256.Sum256(b)
	return strings.Join([]string{
		fileStem(sourceFileName),
		strings.ToLower(string(sub.Category())),
		string(sub),
		hex.EncodeToString(sum[:4]),
	}, "/")
}

// fileStem makes the first part of an id of a file name: no folder, no ending
// that says IFC, lower case, and nothing but letters, digits and -_. in it.
func fileStem(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.ToLower(name)
	for _, ending := range []string{".ifc.gz", ".ifczip", ".ifc"} {
		if s, ok := strings.CutSuffix(name, ending); ok {
			name = s
			break
		}
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r) {
			return r
		}
		return '_'
	}, name)
	if name == "" {
		return "_" // an id has four parts, none of them empty
	}
	return name
}

// Canonical returns f as canonical JSON: members in alphabetical order, no
// white space, no escapes but those that JSON or a line-based reader needs.
// Fields that are not set are left out. Numbers that JSON cannot hold become
// null.
func (f Fact) Canonical() []byte { return appendFact(nil, f) }

// MarshalJSON returns the canonical JSON.
func (f Fact) MarshalJSON() ([]byte, error) {
	for _, p := range f.Point {
		if !finite(p) {
			return nil, fmt.Errorf("the coordinate %v cannot be written in JSON", p)
		}
	}
	return appendFact(nil, f), nil
}

// fields returns the JSON names of the fields that are set, in alphabetical
// order.
func (f Fact) fields() []string {
	var out []string
	add := func(set bool, name string) {
		if set {
			out = append(out, name)
		}
	}
	add(f.Attribute != "", "attribute")
	add(f.Axis != "", "axis")
	add(f.Claim != nil, "claim")
	add(f.Class != "", "class")
	add(f.Element != "", "element")
	add(f.Gross != "", "gross")
	add(f.GUID != "", "guid")
	add(f.GUIDs != nil, "guids")
	add(f.Metric != nil, "metric")
	add(f.Net != "", "net")
	add(f.Point != nil, "point")
	add(f.Property != "", "property")
	add(!f.Pset.IsZero(), "pset")
	add(!f.Qset.IsZero(), "qset")
	add(f.Quantity != "", "quantity")
	add(f.Space != "", "space")
	add(f.Storey != "", "storey")
	add(f.Type != "", "type")
	return out
}

// decodeValue restores an option's value: a number with neither a point nor an
// exponent is an int64, any other a Real; an object is a NetGross.
func decodeValue(raw []byte) (any, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return nil, fmt.Errorf("value is empty")
	}
	switch raw[0] {
	case 'n':
		return nil, nil
	case 't', 'f':
		return raw[0] == 't', nil
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
		return s, nil
	case '[':
		return nil, fmt.Errorf("value is a list")
	case '{':
		var n struct {
			Larger *string `json:"larger"`
			SI     *Real   `json:"si"`
		}
		if err := json.Unmarshal(raw, &n); err != nil {
			return nil, fmt.Errorf("value is an object with a larger or si of the wrong kind")
		}
		if n.Larger == nil {
			return nil, fmt.Errorf("value is an object without larger")
		}
		return NetGross{*n.Larger, n.SI}, nil
	}
	if bytes.ContainsAny(raw, ".eE") {
		v, err := strconv.ParseFloat(string(raw), 64)
		if err != nil {
			return nil, fmt.Errorf("value %s is out of range", raw)
		}
		return Real(v), nil
	}
	v, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("value %s is out of range", raw)
	}
	return v, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
