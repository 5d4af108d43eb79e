package tools

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// Lengths in characters at which texts are cut: in lists, and where one entity is
// told in full.
const (
	maxListed = 200
	maxText   = 1000
)

// ref is how an entity is told.
type ref struct {
	GUID  *string `json:"guid"`
	Class string  `json:"class"`
	Name  *string `json:"name"`
}

// ref returns e as it is told, nil for none.
func (s *Set) ref(e ifc.Entity) *ref {
	if !e.Exists() {
		return nil
	}
	guid := s.idOf(e)
	r := &ref{GUID: &guid, Class: e.Class()}
	name, ok := e.Name()
	if e.GUID() == "" && !ok {
		name, ok = e.Attr("Name").Text()
	}
	if ok {
		name = cut(name, maxListed)
		r.Name = &name
	}
	return r
}

// idOf is what an entity may be called for by: its GlobalId, or its instance
// number where it has none or shares it.
func (s *Set) idOf(e ifc.Entity) string {
	if guid := e.GUID(); guid != "" && s.m.Unique(guid) == e {
		return guid
	}
	return "#" + strconv.FormatUint(e.ID(), 10)
}

func (s *Set) refs(all []ifc.Entity) []*ref {
	out := make([]*ref, len(all))
	for i, e := range all {
		out[i] = s.ref(e)
	}
	return out
}

// page says which part of a list is shown.
type page struct {
	Total     int  `json:"total"`
	Returned  int  `json:"returned"`
	Truncated bool `json:"truncated"` // there are more behind these
	Limit     int  `json:"limit"`
	Offset    int  `json:"offset"`
}

// pageOf returns the part of n things that a asks for, as a range.
func pageOf(a args, n int) (p page, from, to int) {
	from = min(a.offset, n)
	to = min(from+a.limit, n)
	return page{Total: n, Returned: to - from, Truncated: to < n, Limit: a.limit, Offset: a.offset}, from, to
}

// datum is a stored value for JSON: a text or an item of an enumeration as a
// string, numbers as they are written, a list as a list, null where nothing is
// set.
func datum(d ifc.Datum, longest int) any {
	switch d.Kind {
	case ifc.Text, ifc.Enumeration:
		return cut(d.Text, longest)
	case ifc.Integer:
		return d.Int()
	case ifc.Real:
		x, _ := d.Float()
		return stored(x)
	case ifc.Boolean:
		return d.Bool()
	case ifc.Unknown:
		return "UNKNOWN"
	case ifc.List:
		out := make([]any, 0, min(len(d.List), maxElements+1))
		for i, x := range d.List {
			if i == maxElements {
				out = append(out, "… "+strconv.Itoa(len(d.List)-i)+" more")
				break
			}
			out = append(out, datum(x, longest))
		}
		return out
	}
	return nil
}

// maxElements is how many elements of a list in an attribute are told.
const maxElements = 20

// stored is a real number of the file: 5. stays 5.0.
func stored(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil // beyond what a number can hold
	}
	return mcq.Real(x)
}

// computed is a number that was worked out, to twelve digits.
func computed(x float64) *mcq.Real {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	r := mcq.Real(mcq.Round12(x))
	return &r
}

// cut shortens a text to n characters and says how many there are.
func cut(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "… (" + strconv.Itoa(utf8.RuneCountInString(s)) + " characters)"
}

// object is a JSON object whose members stand as they are put.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(text(m.name))
		b.WriteByte(':')
		if err := enc.Encode(m.value); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1) // the line break
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
