package generate

import (
	"iter"
	"math"
	"math/rand/v2"

	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// Margins that no tessellation can bridge: the larger of a distance in metres and
// a share of the larger extent along the axis.
const (
	marginMetres = 0.025
	marginShare  = 0.05
)

var geometryLeavesOut = []string{
	"elements without a shape of their own, or with one that is not understood: no box is made up for them",
	"elements that stand on a grid or along an alignment: readers do not agree where that is",
	"shapes that some readers lose or see otherwise: swept along curves, scaled unevenly, cylinders and cones, voids, derived and centre-line profiles; all shapes of a file whose project library has other units",
	"answers that hang on less than 25 mm or 5 % of the larger extent along the axis: how curves are divided must not decide",
}

var geometryEntities = []string{"IfcProductDefinitionShape", "IfcShapeRepresentation", "IfcLocalPlacement", "IfcRelVoidsElement"}

var pointInBox = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.PointInBox,
		Asks:      "Whether a point lies in the axis-aligned box of what an element shows.",
		Entities:  geometryEntities,
		LeavesOut: append([]string{"elements thinner than 60 mm along some axis: no point in them keeps the margin"}, geometryLeavesOut...),
		Wrong:     []string{"points outside lie near the box, within one extent; points inside may lie outside the solid"},
		Example:   `"Does the point (2.5, 0.15, 1.2) lie in the bounding box of IfcWall …?" True*, False: the wall's box reaches from (0, 0, 0) to (10, 0.3, 2.7).`,
		Since:     "0.1.0",
	},
	Source: pointDrafts,
}

var pointStems = stems{
	"Does the point {point} (world coordinates in metres) lie inside the axis-aligned bounding box of {entity}?",
	"Take the world axis-aligned bounding box of {entity}. Is {point}, in metres, inside it?",
	"{entity} has a bounding box along the world axes. Does it contain the point {point} (metres)?",
	"In metres and world coordinates, is {point} within the axis-aligned box around {entity}?",
}

// pointDrafts asks for as many points inside as outside, of elements drawn alike.
func pointDrafts(ix *index.Index, r *rand.Rand) Drafts {
	half := func(inside bool) Drafts {
		return byClass(ix, r, func(b boxed) (Draft, Skip) {
			p, ok := pointNear(r, b.box, inside)
			if !ok {
				return Draft{}, "too thin for a point to keep the margin"
			}
			e := ix.Elements[b.element]
			return Draft{
				Fact: mcq.Fact{GUID: e.GUID, Point: p},
				Stem: pointStems.with(r, "point", mcq.FormatPoint(p), "entity", subject(ix, e)),
				Choices: []Choice{
					{Text: "True", Value: true, Right: inside},
					{Text: "False", Value: false, Right: !inside},
				},
			}, ""
		})
	}
	return balanced(half(true), half(false))
}

// boxed is an element and its box.
type boxed struct {
	element int // position in Elements
	box     vec.Box
}

// byClass makes drafts of elements that have a box, class by class in turn.
func byClass(ix *index.Index, r *rand.Rand, draft func(boxed) (Draft, Skip)) Drafts {
	var by bySource
	for _, c := range ix.Classes() {
		by.add(c, opened(func(yield func(Draft, Skip) bool) {
			for b := range boxedOf(ix, r, c) {
				if d, skip := draft(b); !yield(d, skip) {
					return
				}
			}
		}))
	}
	return by.turns(r)
}

// boxedOf walks the elements of a class that have a box in random order.
func boxedOf(ix *index.Index, r *rand.Rand, c schema.Class) iter.Seq[boxed] {
	return func(yield func(boxed) bool) {
		for _, at := range mixed(r, ix.OfClass(c)) {
			if b, ok := ix.Box(at); ok && !yield(boxed{at, b}) {
				return
			}
		}
	}
}

// pointNear draws a point inside a box or outside but near it, to a millimetre,
// so that it keeps the margin.
func pointNear(r *rand.Rand, b vec.Box, inside bool) ([]float64, bool) {
	p := make([]float64, 3)
	out := r.IntN(3) // the axis along which a point outside is outside
	for axis := range p {
		lo, hi := b.Lo.At(axis), b.Hi.At(axis)
		size := hi - lo
		margin := marginOf(size)
		if inside || axis != out {
			if size < 2*margin+0.01 {
				if inside {
					return nil, false
				}
				p[axis] = (lo + hi) / 2
			} else {
				p[axis] = lo + margin + r.Float64()*(size-2*margin)
			}
		} else {
			d := margin + 0.001 + r.Float64()*math.Max(size-margin, margin)
			if r.IntN(2) == 0 {
				p[axis] = lo - d
			} else {
				p[axis] = hi + d
			}
		}
		p[axis] = math.Round(p[axis]*1000)/1000 + 0 // no negative zero
	}
	return p, true
}

func marginOf(size float64) float64 { return math.Max(marginMetres, marginShare*size) + 0.001 }

var baseElevation = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.BaseElevation,
		Asks:      "Which of two elements has the higher base: the higher lowest point.",
		Entities:  geometryEntities,
		LeavesOut: geometryLeavesOut,
		Wrong:     []string{"the other element", "that both bases are level"},
		Example:   `"Whose lowest point is higher, IfcWindow …'s or IfcDoor …'s?" the window*, the door, level: the window's box begins at 0.9 m, the door's at 0 m.`,
		Since:     "0.1.0",
	},
	Source: func(ix *index.Index, r *rand.Rand) Drafts {
		return boxPairs(ix, r, func(a, b vec.Box) (float64, float64, float64) {
			return a.Lo.Z, b.Lo.Z, math.Max(a.Size().Z, b.Size().Z)
		}, "Their bases are level", func(r *rand.Rand, f *mcq.Fact, choices string) string {
			return elevationStems.with(r, "choices", choices)
		})
	},
}

var elevationStems = stems{
	"Of {choices}: whose lowest point is higher above the ground?",
	"Compare the bases (the lowest Z of the bounding boxes) of {choices}. Which one is higher?",
	"Which of {choices} begins at the greater height?",
	"By the bottom of their world bounding boxes, which of {choices} sits higher?",
}

var extentCompare = Subtype{
	Doc: mcq.Doc{
		Subtype:   mcq.ExtentCompare,
		Asks:      "Which of two elements extends farther along a world axis.",
		Entities:  geometryEntities,
		LeavesOut: geometryLeavesOut,
		Wrong:     []string{"the other element", "that both extend equally far"},
		Example:   `"Along X, which extends farther, IfcSlab … or IfcWall …?" the slab*, the wall, equal: 10.6 m against 4.2 m.`,
		Since:     "0.1.0",
	},
	Source: extentDrafts,
}

var extentStems = stems{
	"Along the world {axis} axis, which of {choices} extends farther?",
	"Measure the bounding boxes of {choices} along {axis} . Which one is longer there?",
	"Which of {choices} spans the greater distance in the direction of the {axis} axis?",
	"Whose axis-aligned bounding box has the larger size along {axis} , of {choices}?",
}

func extentDrafts(ix *index.Index, r *rand.Rand) Drafts {
	var sources []Drafts
	for axis, name := range []string{"X", "Y", "Z"} {
		sources = append(sources, boxPairs(ix, r, func(a, b vec.Box) (float64, float64, float64) {
			x, y := a.Size().At(axis), b.Size().At(axis)
			return x, y, math.Max(x, y)
		}, "Both extend equally far", func(r *rand.Rand, f *mcq.Fact, choices string) string {
			f.Axis = name
			return extentStems.with(r, "axis", name, "choices", choices)
		}))
	}
	return turns(sources...)
}

// pairings is how often each element of a class is paired off.
const pairings = 3

// boxPairs asks which of two elements of a class is greater by a measure of their
// boxes. Elements are paired off at random, so that either is as likely to be the
// key. Measure gives both values and the size that the margin is a share of.
func boxPairs(ix *index.Index, r *rand.Rand, measure func(a, b vec.Box) (x, y, size float64), level string, stem func(*rand.Rand, *mcq.Fact, string) string) Drafts {
	var by bySource
	for _, c := range ix.Classes() {
		by.add(c, opened(func(yield func(Draft, Skip) bool) {
			for range pairings {
				var first *boxed
				for b := range boxedOf(ix, r, c) {
					if first == nil {
						first = &b
						continue
					}
					d, skip := pairDraft(ix, r, *first, b, measure, level, stem)
					if first = nil; !yield(d, skip) {
						return
					}
				}
			}
		}))
	}
	return by.turns(r)
}

func pairDraft(ix *index.Index, r *rand.Rand, a, b boxed, measure func(a, b vec.Box) (x, y, size float64), level string, stem func(*rand.Rand, *mcq.Fact, string) string) (Draft, Skip) {
	x, y, size := measure(a.box, b.box)
	if math.Abs(x-y) < marginOf(size) {
		return Draft{}, "within the margin"
	}
	both := []index.Element{ix.Elements[a.element], ix.Elements[b.element]}
	values := []float64{x, y}
	options := entityChoices(ix, both, func(e index.Element) bool {
		for _, v := range values {
			if mcq.TellsNumber(e.Name, mcq.Real(v)) {
				return true
			}
		}
		return tellsSize(e.Name)
	})
	options[0].Right, options[1].Right = x > y, y > x
	d := Draft{Fact: mcq.Fact{GUIDs: []string{both[0].GUID, both[1].GUID}}}
	if d.Fact.GUIDs[0] > d.Fact.GUIDs[1] { // in no order that tells
		d.Fact.GUIDs[0], d.Fact.GUIDs[1] = d.Fact.GUIDs[1], d.Fact.GUIDs[0]
	}
	d.Choices = append(options, Choice{Text: level, Value: mcq.Equal})
	what := "these two " + ix.ClassName(both[0].Class) + " elements"
	d.Stem = stem(r, &d.Fact, what)
	return d, ""
}
