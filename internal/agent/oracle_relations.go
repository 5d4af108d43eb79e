package agent

import (
	"encoding/json"
	"fmt"
	"slices"
)

func (l *looking) typeObject() ([]string, error) {
	var x struct{ Type *entity }
	if err := l.call("get_type", oracleArgs{GUID: l.fact.GUID}, &x); err != nil {
		return nil, err
	}
	return l.chooseEntity(x.Type)
}

// place is where an entity is.
type place struct{ Storey, Building *entity }

func (l *looking) place(which func(place) *entity) ([]string, error) {
	var p place
	if err := l.call("get_container", oracleArgs{GUID: l.fact.GUID}, &p); err != nil {
		return nil, err
	}
	return l.chooseEntity(which(p))
}

func (l *looking) materials() ([]string, error) {
	var names []string
	err := l.pages("get_materials", oracleArgs{GUID: l.fact.GUID}, func(data json.RawMessage) (bool, error) {
		var x struct {
			Distinct  int `json:"distinct_count"`
			Materials []string
			Parts     []struct{ Material *string }
		}
		if err := json.Unmarshal(data, &x); err != nil {
			return false, err
		}
		names = append(names, x.Materials...)
		for _, p := range x.Parts {
			if p.Material != nil {
				names = append(names, *p.Material)
			}
		}
		return len(x.Materials) == x.Distinct, nil
	})
	if err != nil {
		return nil, err
	}
	return l.chooseAmong(names)
}

// chooseAmong chooses the options that are among texts.
func (l *looking) chooseAmong(texts []string) ([]string, error) {
	return l.choose(func(v any) bool { s, ok := v.(string); return ok && slices.Contains(texts, s) }, texts)
}

func (l *looking) host() ([]string, error) {
	var x struct{ Host *entity }
	if err := l.call("get_host", oracleArgs{GUID: l.fact.GUID}, &x); err != nil {
		return nil, err
	}
	return l.chooseEntity(x.Host)
}

func (l *looking) hostFillers() ([]string, error) {
	var found []string
	err := l.pages("get_openings", oracleArgs{GUID: l.fact.GUID}, func(data json.RawMessage) (bool, error) {
		var x struct{ Openings []struct{ Fillings []entity } }
		if err := json.Unmarshal(data, &x); err != nil {
			return false, err
		}
		for _, o := range x.Openings {
			for _, f := range o.Fillings {
				found = append(found, f.GUID)
			}
		}
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	return l.chooseAmong(found)
}

// side is the other end of a space boundary.
type side struct {
	entity
	Physical bool
}

// sides reads what bounds an entity, until enough says so.
func (l *looking) sides(guid string, enough func(side) bool) error {
	return l.pages("get_space_boundaries", oracleArgs{GUID: guid}, func(data json.RawMessage) (bool, error) {
		var x struct {
			Sides []side `json:"other_sides"`
		}
		if err := json.Unmarshal(data, &x); err != nil {
			return false, err
		}
		return slices.ContainsFunc(x.Sides, enough), nil
	})
}

func (l *looking) bounding() ([]string, error) {
	var found []string
	err := l.sides(l.fact.GUID, func(s side) bool {
		if s.Physical {
			found = append(found, s.GUID)
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	return l.chooseAmong(found)
}

// boundaryCheck asks the element: it bounds fewer spaces than a space has
// elements.
func (l *looking) boundaryCheck() ([]string, error) {
	is := false
	err := l.sides(l.fact.Element, func(s side) bool {
		is = is || s.GUID == l.fact.Space && s.Physical
		return s.GUID == l.fact.Space
	})
	if err != nil {
		return nil, err
	}
	return l.chooseTruth(is)
}

func (l *looking) count(tool string, args oracleArgs) ([]string, error) {
	var x struct{ Count *int64 }
	if err := l.call(tool, args, &x); err != nil {
		return nil, err
	}
	if x.Count == nil {
		return nil, fmt.Errorf("%s tells no count", tool)
	}
	return l.choose(func(v any) bool { return v == *x.Count }, *x.Count)
}
