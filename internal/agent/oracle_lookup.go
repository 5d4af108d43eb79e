package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// answer looks up what a subtype asks about.
func (l *looking) answer(s mcq.Subtype) ([]string, error) {
	switch s {
	case mcq.ClassByGUID:
		return l.classByGUID()
	case mcq.AttributeValue:
		return l.attributeValue()
	case mcq.PropertyValue, mcq.ValueOrNull:
		return l.propertyValue()
	case mcq.BooleanCheck:
		return l.booleanCheck()
	case mcq.PropertyExistence:
		return l.propertyExistence()
	case mcq.TypeObject:
		return l.typeObject()
	case mcq.ElementStorey, mcq.SpaceStorey:
		return l.place(func(p place) *entity { return p.Storey })
	case mcq.StoreyBuilding:
		return l.place(func(p place) *entity { return p.Building })
	case mcq.MaterialName, mcq.MaterialSet:
		return l.materials()
	case mcq.OpeningHost, mcq.FillerHost:
		return l.host()
	case mcq.HostFillers:
		return l.hostFillers()
	case mcq.ElementSpaces, mcq.SpaceElements:
		return l.bounding()
	case mcq.BoundaryCheck:
		return l.boundaryCheck()
	case mcq.FileCount, mcq.StoreyCount:
		return l.count("count_entities", oracleArgs{Class: l.fact.Class, Storey: l.fact.Storey})
	case mcq.TypeCount:
		return l.count("get_type_occurrences", oracleArgs{GUID: l.fact.Type, Limit: 1})
	case mcq.OpeningCount:
		return l.count("get_openings", oracleArgs{GUID: l.fact.GUID, Limit: 1})
	case mcq.Length, mcq.Area, mcq.Volume:
		return l.quantity()
	case mcq.NetVsGross:
		return l.netVsGross()
	case mcq.PropertySum, mcq.PropertyMean, mcq.QuantitySum, mcq.QuantityMean:
		return l.total(s == mcq.PropertyMean || s == mcq.QuantityMean)
	case mcq.Pairwise:
		return l.compare(1)
	case mcq.Largest:
		return l.compare(1)
	case mcq.Smallest:
		return l.compare(-1)
	case mcq.PointInBox:
		return l.pointInBox()
	case mcq.BaseElevation:
		return l.greatest(func(b box) float64 { return b.Min[2] })
	case mcq.ExtentCompare:
		return l.extentCompare()
	}
	return nil, fmt.Errorf("there is no way to answer %s", s)
}

// entity is an entity as tools tell it.
type entity struct {
	GUID  string `json:"guid"`
	Class string `json:"class"`
}

// chooseEntity chooses the option that is the GlobalId of e.
func (l *looking) chooseEntity(e *entity) ([]string, error) {
	if e == nil {
		return nil, errors.New("there is none")
	}
	return l.choose(func(v any) bool { return v == e.GUID }, e.GUID)
}

func (l *looking) classByGUID() ([]string, error) {
	var e entity
	if err := l.call("get_entity", oracleArgs{GUID: l.fact.GUID}, &e); err != nil {
		return nil, err
	}
	return l.choose(func(v any) bool { return v == e.Class }, e.Class)
}

// attribute reads an attribute of an entity; ok is false where it has none of
// that name.
func (l *looking) attribute(guid, name string) (value json.RawMessage, ok bool, err error) {
	var e struct{ Attributes map[string]json.RawMessage }
	if err := l.call("get_entity", oracleArgs{GUID: guid}, &e); err != nil {
		return nil, false, err
	}
	value, ok = e.Attributes[name]
	return value, ok, nil
}

func (l *looking) attributeValue() ([]string, error) {
	v, ok, err := l.attribute(l.fact.GUID, l.fact.Attribute)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("there is no attribute %s", l.fact.Attribute)
	}
	return l.chooseValue(v)
}

// chooseValue chooses the option with a stored value: null is an option too.
func (l *looking) chooseValue(raw json.RawMessage) ([]string, error) {
	return l.choose(func(v any) bool { return equals(raw, v) }, string(raw))
}

// equals compares a value as a tool tells it with that of an option.
func equals(raw json.RawMessage, v any) bool {
	switch v := v.(type) {
	case nil:
		return isNull(raw)
	case string:
		var s string
		return json.Unmarshal(raw, &s) == nil && !isNull(raw) && s == v
	case bool:
		var b bool
		return json.Unmarshal(raw, &b) == nil && !isNull(raw) && b == v
	}
	x, ok := number(raw)
	y, ok2 := toFloat(v)
	return ok && ok2 && same(x, y)
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || bytes.Equal(raw, []byte("null")) }

func number(raw json.RawMessage) (float64, bool) {
	var x float64
	return x, !isNull(raw) && json.Unmarshal(raw, &x) == nil
}

func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case mcq.Real:
		return float64(v), true
	}
	return 0, false
}

// same compares numbers of which one may have been rounded to twelve digits.
func same(x, y float64) bool {
	return x == y || math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y))
}

// property reads a property of an entity. Found is false where it has none of
// that name; the value may be null all the same where it is unset.
func (l *looking) property(guid string, set mcq.SetName, name string) (value json.RawMessage, found bool, err error) {
	var x struct {
		Sets []struct {
			Members []struct {
				Name  string
				Value json.RawMessage
			}
		}
	}
	if err := l.call("get_property_sets", oracleArgs{GUID: guid, Pset: set, Property: name}, &x); err != nil {
		return nil, false, err
	}
	for _, s := range x.Sets {
		for _, p := range s.Members {
			if p.Name == name {
				return p.Value, true, nil
			}
		}
	}
	return nil, false, nil
}

func (l *looking) propertyValue() ([]string, error) {
	v, _, err := l.property(l.fact.GUID, l.fact.Pset, l.fact.Property)
	if err != nil {
		return nil, err
	}
	return l.chooseValue(v)
}

func (l *looking) booleanCheck() ([]string, error) {
	v, _, err := l.property(l.fact.GUID, l.fact.Pset, l.fact.Property)
	if err != nil {
		return nil, err
	}
	var b bool
	if isNull(v) || json.Unmarshal(v, &b) != nil || l.fact.Claim == nil {
		return nil, fmt.Errorf("%s is neither true nor false", v)
	}
	return l.chooseTruth(b == *l.fact.Claim)
}

func (l *looking) propertyExistence() ([]string, error) {
	v, _, err := l.property(l.fact.GUID, l.fact.Pset, l.fact.Property)
	if err != nil {
		return nil, err
	}
	return l.chooseTruth(!isNull(v))
}

func (l *looking) chooseTruth(is bool) ([]string, error) {
	return l.choose(func(v any) bool { return v == is }, is)
}
