package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// inSI reads a quantity of an entity in SI units; ok is false where there is no
// number.
func (l *looking) inSI(guid string, set mcq.SetName, name string) (si float64, ok bool, err error) {
	var x struct {
		Sets []struct {
			Members []struct {
				Name string
				SI   *float64
			}
		}
	}
	if err := l.call("get_quantity_sets", oracleArgs{GUID: guid, Qset: set, Quantity: name}, &x); err != nil {
		return 0, false, err
	}
	for _, s := range x.Sets {
		for _, q := range s.Members {
			if q.Name == name && q.SI != nil {
				return *q.SI, true, nil
			}
		}
	}
	return 0, false, nil
}

func (l *looking) chooseNumber(x float64) ([]string, error) {
	return l.choose(func(v any) bool { y, ok := toFloat(v); return ok && same(x, y) }, x)
}

func (l *looking) quantity() ([]string, error) {
	x, ok, err := l.inSI(l.fact.GUID, l.fact.Qset, l.fact.Quantity)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("there is no value of %s", l.fact.Quantity)
	}
	return l.chooseNumber(x)
}

func (l *looking) netVsGross() ([]string, error) {
	net, ok, err := l.inSI(l.fact.GUID, l.fact.Qset, l.fact.Net)
	if err != nil {
		return nil, err
	}
	gross, ok2, err := l.inSI(l.fact.GUID, l.fact.Qset, l.fact.Gross)
	if err != nil {
		return nil, err
	}
	if !ok || !ok2 {
		return nil, errors.New("one of the two has no value")
	}
	larger, x := mcq.Equal, 0.0
	switch {
	case same(net, gross):
	case net > gross:
		larger, x = l.fact.Net, net
	default:
		larger, x = l.fact.Gross, gross
	}
	return l.choose(func(v any) bool {
		n, ok := v.(mcq.NetGross)
		return ok && n.Larger == larger && (larger == mcq.Equal || n.SI != nil && same(float64(*n.SI), x))
	}, larger)
}

// total reads a sum or a mean, which stand before the values: a page of one is
// enough.
func (l *looking) total(mean bool) ([]string, error) {
	tool, args := "get_property_values", oracleArgs{Class: l.fact.Class, Pset: l.fact.Pset, Property: l.fact.Property, Limit: 1}
	if l.fact.Quantity != "" {
		tool, args = "get_quantity_values", oracleArgs{Class: l.fact.Class, Qset: l.fact.Qset, Quantity: l.fact.Quantity, Limit: 1}
	}
	var x struct{ Sum, Mean *float64 }
	if err := l.call(tool, args, &x); err != nil {
		return nil, err
	}
	y := x.Sum
	if mean {
		y = x.Mean
	}
	if y == nil {
		return nil, errors.New("the values are not added up")
	}
	return l.chooseNumber(*y)
}

// metric reads the number by which an entity is compared; ok is false where it has
// no value.
func (l *looking) metric(guid string) (x float64, ok bool, err error) {
	m := l.fact.Metric
	if m == nil {
		return 0, false, errors.New("there is nothing to compare by")
	}
	var raw json.RawMessage
	switch m.Kind {
	case mcq.MetricQuantity:
		return l.inSI(guid, m.Set, m.Name)
	case mcq.MetricProperty:
		raw, _, err = l.property(guid, m.Set, m.Name)
	default:
		raw, _, err = l.attribute(guid, m.Name)
	}
	if err != nil || isNull(raw) {
		return 0, false, err
	}
	if x, ok = number(raw); !ok {
		return 0, false, fmt.Errorf("%s of %s is no number", m.Name, guid)
	}
	return x, true, nil
}

// compare finds the entity with the largest value, or the smallest for a negative
// sign.
func (l *looking) compare(sign float64) ([]string, error) {
	best, at := math.Inf(-1), ""
	for _, guid := range l.fact.GUIDs {
		x, ok, err := l.metric(guid)
		switch {
		case err != nil:
			return nil, err
		case !ok:
			best, at = math.Inf(1), mcq.Undetermined
		case at != "" && sign*x == best:
			at = mcq.Equal
		case sign*x > best:
			best, at = sign*x, guid
		}
	}
	return l.choose(func(v any) bool { return v == at }, at)
}

// box is a bounding box in metres.
type box struct{ Min, Max, Extents [3]float64 }

func (l *looking) box(guid string) (b box, err error) {
	err = l.call("get_bounding_box", oracleArgs{GUID: guid}, &b)
	return b, err
}

func (l *looking) pointInBox() ([]string, error) {
	b, err := l.box(l.fact.GUID)
	if err != nil {
		return nil, err
	}
	if len(l.fact.Point) != 3 {
		return nil, fmt.Errorf("the point has %d coordinates", len(l.fact.Point))
	}
	inside := true
	for i, x := range l.fact.Point {
		inside = inside && b.Min[i] <= x && x <= b.Max[i]
	}
	return l.chooseTruth(inside)
}

func (l *looking) extentCompare() ([]string, error) {
	axis, ok := map[string]int{"X": 0, "Y": 1, "Z": 2}[l.fact.Axis]
	if !ok {
		return nil, fmt.Errorf("there is no axis %q", l.fact.Axis)
	}
	return l.greatest(func(b box) float64 { return b.Extents[axis] })
}

// level is the distance in metres below which two measures are one.
const level = 0.001

// greatest finds the entity with the greatest measure, or that they are level.
func (l *looking) greatest(measure func(box) float64) ([]string, error) {
	best, at := math.Inf(-1), ""
	for _, guid := range l.fact.GUIDs {
		b, err := l.box(guid)
		if err != nil {
			return nil, err
		}
		switch x := measure(b); {
		case math.Abs(x-best) < level:
			at = mcq.Equal
		case x > best:
			best, at = x, guid
		}
	}
	return l.choose(func(v any) bool { return v == at }, at)
}
