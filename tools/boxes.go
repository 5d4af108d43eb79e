package tools

import (
	"errors"
	"fmt"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/mcq"
)

// boxes measures each entity once: a box costs much more than any other answer.
type boxes struct {
	kernel *geom.Kernel
	known  lazy.Map[ifc.Entity, boxed]
}

type boxed struct {
	box vec.Box
	err error
}

func (b *boxes) of(e ifc.Entity) (vec.Box, error) {
	x := b.known.Get(e, func() boxed {
		box, err := b.kernel.Box(e)
		return boxed{box, err}
	})
	return x.box, x.err
}

type boxInfo struct {
	Entity *ref         `json:"entity"`
	Unit   string       `json:"unit"`
	Min    [3]*mcq.Real `json:"min"` // x, y, z in world coordinates
	Max    [3]*mcq.Real `json:"max"`
	Size   [3]*mcq.Real `json:"extents"`
}

func (s *Set) getBoundingBox(a args) (any, error) {
	e, err := s.entity(a.guid)
	if err != nil {
		return nil, err
	}
	if !e.IsA(s.product) {
		return nil, fail(fmt.Sprintf("%s is an %s, which has no shape", a.guid, e.Class()), "elements and spaces have boxes; of a type object ask the occurrences, see get_type_occurrences")
	}
	box, err := s.boxes.of(e)
	if err != nil {
		hint := "the shape cannot be measured"
		if errors.Is(err, geom.ErrNoShape) || errors.Is(err, geom.ErrEmpty) {
			hint = "nothing of it is shown in a model context"
		}
		if parts := s.related("IsDecomposedBy", "IfcRelAggregates", "RelatedObjects", e); len(parts) > 0 {
			var all []string
			for _, p := range parts {
				all = append(all, s.idOf(p))
			}
			hint = "it consists of parts: ask " + list(all)
		}
		return nil, fail(fmt.Sprintf("%s (%s) has no box: %v", a.guid, e.Class(), err), hint)
	}
	size := box.Size()
	return boxInfo{s.ref(e), "m", xyz(box.Lo), xyz(box.Hi), xyz(size)}, nil
}

func xyz(v vec.V3) [3]*mcq.Real { return [3]*mcq.Real{computed(v.X), computed(v.Y), computed(v.Z)} }
