package verify

import (
	"fmt"
	"math"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// coarse is the deflection in metres of the meshes that boxes are verified on:
// twenty times that of generation. An answer that survives it does not hang on
// how curves are divided.
const coarse = 0.02

// level is the distance in metres below which two measures are one.
const level = 0.001

// boxOf is what came of measuring an element.
type boxOf struct {
	box vec.Box
	err error
}

// box measures the whole mesh of an element, openings and clippings cut, where
// generation takes a shorter way.
func (v *Verifier) box(guid string) (vec.Box, error) {
	b := v.boxes.Get(guid, func() boxOf {
		box, err := v.measure(guid)
		return boxOf{box, err}
	})
	return b.box, b.err
}

func (v *Verifier) measure(guid string) (vec.Box, error) {
	e, err := v.entity(guid)
	if err != nil {
		return vec.Box{}, err
	}
	k := v.shapes.Get(func() *geom.Kernel { return geom.New(v.m, geom.Options{Deflection: coarse}) })
	m, err := k.Mesh(e)
	if err != nil {
		return vec.Box{}, fmt.Errorf("%s: %w", guid, err)
	}
	b := m.Box()
	if b.IsEmpty() {
		return b, fmt.Errorf("%s: its mesh is empty", guid)
	}
	return b, nil
}

func (v *Verifier) pointInBox(f mcq.Fact) (answer, error) {
	if len(f.Point) != 3 {
		return answer{}, fmt.Errorf("point has %d coordinates", len(f.Point))
	}
	b, err := v.box(f.GUID)
	if err != nil {
		return answer{}, err
	}
	inside := b.Contains(vec.V3{X: f.Point[0], Y: f.Point[1], Z: f.Point[2]})
	return truth(inside), nil
}

// truth is the answer that is true or false.
func truth(is bool) answer {
	return answer{func(v any) bool { return v == is }, fmt.Sprint(is)}
}

func (v *Verifier) baseElevation(f mcq.Fact) (answer, error) {
	return v.greatest(f.GUIDs, func(b vec.Box) float64 { return b.Lo.Z })
}

func (v *Verifier) extentCompare(f mcq.Fact) (answer, error) {
	axis := map[string]int{"X": 0, "Y": 1, "Z": 2}
	a, ok := axis[f.Axis]
	if !ok {
		return answer{}, fmt.Errorf("no axis %q", f.Axis)
	}
	return v.greatest(f.GUIDs, func(b vec.Box) float64 { return b.Size().At(a) })
}

// greatest finds the entity with the greatest measure, or that there is none.
func (v *Verifier) greatest(guids []string, measure func(vec.Box) float64) (answer, error) {
	best, at := math.Inf(-1), ""
	values := make([]float64, len(guids))
	for i, g := range guids {
		b, err := v.box(g)
		if err != nil {
			return answer{}, err
		}
		if values[i] = measure(b); values[i] > best {
			best, at = values[i], g
		}
	}
	for i, x := range values {
		if guids[i] != at && best-x < level {
			at = mcq.Equal
		}
	}
	return answer{func(v any) bool { return v == at }, fmt.Sprintf("%s of %v m", at, values)}, nil
}
