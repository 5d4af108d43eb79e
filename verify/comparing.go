package verify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// compared is the value by which an entity is compared.
type compared struct {
	guid  string
	value float64
	has   bool
	// like is what all have in common: a measure and unit, or a kind of quantity.
	like string
}

// metric reads the value of one candidate.
func (v *Verifier) metric(guid string, m mcq.Metric) (compared, error) {
	out := compared{guid: guid}
	e, err := v.entity(guid)
	if err != nil {
		return out, err
	}
	var x statement
	switch m.Kind {
	case mcq.MetricAttribute:
		if v.m.Schema().AttrIndex(e.ClassNo(), m.Name) < 0 {
			return out, fmt.Errorf("%s has no attribute %s", e.Class(), m.Name)
		}
		x.value = e.Attr(m.Name).Datum()
	case mcq.MetricProperty, mcq.MetricQuantity:
		if x, _, err = v.stated(e, m.Set, m.Kind == mcq.MetricQuantity, m.Name); err != nil {
			return out, err
		}
	default:
		return out, fmt.Errorf("there is no metric of kind %q", m.Kind)
	}
	if x.value.Kind == ifc.None {
		return out, nil
	}
	out.has = true
	if m.Kind == mcq.MetricQuantity {
		out.like = x.record.Class()
		out.value, err = v.inSI(x)
		return out, err
	}
	var ok bool
	if out.value, ok = x.value.Float(); !ok {
		return out, fmt.Errorf("%s of %s is %s, no number", m.Name, guid, x.value)
	}
	out.like = fmt.Sprintf("%s #%d", typeName(x.value.Type), x.unit.ID())
	return out, nil
}

func typeName(t *schema.Type) string {
	if t == nil {
		return ""
	}
	return t.Name()
}

// candidates reads the values of all candidates, which must be comparable.
func (v *Verifier) candidates(f mcq.Fact) ([]compared, error) {
	if f.Metric == nil {
		return nil, errors.New("there is nothing to compare by")
	}
	var out []compared
	like := ""
	for _, guid := range f.GUIDs {
		c, err := v.metric(guid, *f.Metric)
		if err != nil {
			return nil, err
		}
		if c.has {
			if like == "" {
				like = c.like
			}
			if c.like != like {
				return nil, fmt.Errorf("%s is of another measure or unit for %s than for others", f.Metric.Name, guid)
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// pairwise compares two.
func (v *Verifier) pairwise(f mcq.Fact) (answer, error) {
	c, err := v.candidates(f)
	if err != nil {
		return answer{}, err
	}
	if len(c) != 2 {
		return answer{}, fmt.Errorf("%d entities are compared, not 2", len(c))
	}
	switch a, b := c[0], c[1]; {
	case !a.has && !b.has:
		return answer{}, fmt.Errorf("neither %s nor %s has a value", a.guid, b.guid)
	case !a.has || !b.has:
		return text(mcq.Undetermined), nil
	case a.value == b.value:
		return text(mcq.Equal), nil
	}
	return extreme(c, 1)
}

func (v *Verifier) largest(f mcq.Fact) (answer, error) { return v.outermost(f, 1) }

func (v *Verifier) smallest(f mcq.Fact) (answer, error) { return v.outermost(f, -1) }

func (v *Verifier) outermost(f mcq.Fact, sign float64) (answer, error) {
	c, err := v.candidates(f)
	if err != nil {
		return answer{}, err
	}
	if len(c) < 3 {
		return answer{}, fmt.Errorf("%d entities are compared, not 3 to 5", len(c))
	}
	for _, x := range c {
		if !x.has {
			return answer{}, fmt.Errorf("%s has no value for %s", x.guid, f.Metric.Name)
		}
	}
	return extreme(c, sign)
}

// extreme is the candidate that is ahead of all others, which must be clear.
func extreme(all []compared, sign float64) (answer, error) {
	best := all[0]
	var said []string
	for _, c := range all {
		if sign*c.value > sign*best.value {
			best = c
		}
		said = append(said, c.guid+" has "+mcq.FormatNumber(c.value))
	}
	for _, c := range all {
		if c.guid != best.guid && mcq.NearlySame(c.value, best.value) {
			return answer{}, fmt.Errorf("%s and %s are too close to call", c.guid, best.guid)
		}
	}
	a := text(best.guid)
	a.found = strings.Join(said, ", ")
	return a, nil
}
