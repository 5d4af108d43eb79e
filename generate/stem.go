package generate

import (
	"math/rand/v2"
	"strings"

	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// stems is a pool of differently built questions that ask the same. Words in
// braces are put in.
type stems []string

// with picks a stem and puts in values by name: "entity", "IfcWall …", and so on.
func (s stems) with(r *rand.Rand, pairs ...string) string {
	var b strings.Builder
	rest := one(r, s)
	for {
		text, more, found := strings.Cut(rest, "{")
		b.WriteString(text)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(more, "}")
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				b.WriteString(pairs[i+1])
			}
		}
		rest = after
	}
}

// quote puts a name from the file between quotation marks.
func quote(s string) string { return `"` + s + `"` }

// setText names a property or quantity set in a stem.
func setText(kind string, f index.FieldKey) string {
	if !f.Named {
		return "the unnamed " + kind
	}
	return "the " + kind + " " + quote(f.Set)
}

// setName is the name of a field's set in a fact.
func setName(f index.FieldKey) mcq.SetName {
	if !f.Named {
		return mcq.Unnamed()
	}
	return mcq.Named(f.Set)
}

// subject names an element in a stem: class, GlobalId and Name, without the Name
// where that would tell one of the keys.
func subject(ix *index.Index, e index.Element, keys ...mcq.Key) string {
	return ix.ClassName(e.Class) + " " + reference(e, keys...)
}

// reference is subject without the class.
func reference(e index.Element, keys ...mcq.Key) string {
	if e.Name != "" {
		if !mcq.Tells(e.Name, keys...) {
			return quote(e.Name) + " (GlobalId " + e.GUID + ")"
		}
	}
	return "with GlobalId " + e.GUID
}
