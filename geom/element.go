package geom

import (
	"errors"
	"math"
	"strings"

	"github.com/ifcmcq/ifcmcq/geom/mesh"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
)

// Reasons why an element has no shape.
var (
	ErrNoShape = errors.New("no shape of its own")
	ErrEmpty   = errors.New("its shape is empty")
	errBeyond  = errors.New("its shape reaches more than 100,000 km from the origin")
)

// farthest is how far from the origin in metres a shape may reach: more than any
// coordinates on earth, and near enough for numbers to tell micrometres.
const farthest = 1e8

// near tells whether p is no farther, and a point at all.
func near(p vec.V3) bool {
	return math.Abs(p.X) <= farthest && math.Abs(p.Y) <= farthest && math.Abs(p.Z) <= farthest
}

// shape is the form of an element before openings are cut, and what they are.
type shape struct {
	form  form
	world vec.Affine
	cuts  []cut
}

// cut is an opening in the frame of the element that it is cut from.
type cut struct{ form form }

// shape reads what an element shows.
func (k *Kernel) shape(e ifc.Entity) (*shape, error) {
	f, err := k.shown(e)
	if err != nil {
		return nil, err
	}
	s := &shape{form: f}
	if s.world, err = k.placementOf(e); err != nil {
		return nil, err
	}
	s.cuts, err = k.cuts(e, s.world)
	return s, err
}

// shown reads the items of every representation of e that is shown.
func (k *Kernel) shown(e ifc.Entity) (form, error) {
	var out group
	for _, r := range k.representations(e) {
		switch f, err := k.items(r.Attr("Items"), 0); {
		case err == nil:
			out = append(out, f)
		case !errors.Is(err, errNothing):
			return nil, err
		}
	}
	switch len(out) {
	case 0:
		return nil, ErrNoShape
	case 1:
		return out[0], nil
	}
	return out, nil
}

// cuts reads the openings of e and of the wholes that it is a part of.
func (k *Kernel) cuts(e ifc.Entity, world vec.Affine) ([]cut, error) {
	openings := k.openings(e)
	if len(openings) == 0 {
		return nil, nil
	}
	inverse, ok := world.Inverse()
	if !ok {
		return nil, errSingular
	}
	var out []cut
	for _, o := range openings {
		f, err := k.openingForm(o)
		if errors.Is(err, errNothing) || errors.Is(err, ErrNoShape) {
			continue
		}
		if err != nil {
			return nil, err
		}
		at, err := k.placementOf(o)
		if err != nil {
			return nil, err
		}
		out = append(out, cut{newPlaced(f, inverse.Mul(at))})
	}
	return out, nil
}

// openings returns what is cut from e: its own openings, and those of every
// element that it is aggregated into, as long as the way up is the only one.
func (k *Kernel) openings(e ifc.Entity) []ifc.Entity {
	if !e.Is("IfcElement") || e.Is("IfcFeatureElementSubtraction") {
		return nil
	}
	var out []ifc.Entity
	for range maxDepth {
		if e.Is("IfcElement") {
			for _, rel := range k.hasOpenings.Of(e) {
				if o := rel.Attr("RelatedOpeningElement").Entity(); o.Exists() {
					out = append(out, o)
				}
			}
		}
		up := k.decomposes.Of(e)
		if len(up) != 1 || up[0].Class() != "IfcRelAggregates" {
			break
		}
		e = up[0].Attr("RelatingObject").Entity()
	}
	return out
}

// openingForm is the first representation of an opening that is shown and holds
// no bounding box.
func (k *Kernel) openingForm(o ifc.Entity) (form, error) {
	for _, r := range k.representations(o) {
		boxed := false
		for item := range r.Attr("Items").Entities() {
			boxed = boxed || item.Is("IfcBoundingBox")
		}
		if !boxed {
			return k.items(r.Attr("Items"), 0)
		}
	}
	return nil, ErrNoShape
}

// UncutError says why what came with it shows uncut, at some place at least: a
// boolean failed.
type UncutError struct{ Why []string }

func (e *UncutError) Error() string {
	return "shows uncut: " + strings.Join(e.Why, ", ")
}

// Box returns the world box of what e shows, openings and clippings applied. The
// error says why there is none, or, an [*UncutError], why it may be too large.
func (k *Kernel) Box(e ifc.Entity) (vec.Box, error) {
	s, err := k.shape(e)
	if err != nil {
		return vec.Empty(), err
	}
	b, err := s.box(k)
	var uncut *UncutError
	switch {
	case err != nil && !errors.As(err, &uncut):
	case b.IsEmpty():
		err = ErrEmpty
	case !near(b.Lo) || !near(b.Hi):
		err = errBeyond
	}
	return b, err
}

// Mesh returns the mesh of what e shows in world coordinates, openings and
// clippings cut. An [*UncutError] comes with a mesh, any other error without.
func (k *Kernel) Mesh(e ifc.Entity) (*mesh.Mesh, error) {
	s, err := k.shape(e)
	if err != nil {
		return nil, err
	}
	m, err := s.mesh(k)
	if m == nil {
		return nil, err
	}
	m.Transform(s.world)
	for _, v := range m.Vertices {
		if !near(v) {
			return nil, errBeyond
		}
	}
	return m, err
}
