package index

import (
	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
)

// boxes holds the boxes that have been asked for.
type boxes struct {
	kernel *geom.Kernel
	known  lazy.Map[int, vec.Box] // by position in Elements
}

// Box returns the world box in metres of an element by its position in Elements;
// ok is false if it has none that is beyond doubt. Boxes are made when they are
// asked for: of ten thousand elements a hundred are.
func (ix *Index) Box(element int) (b vec.Box, ok bool) {
	t := ix.boxes.Get(func() *boxes { return &boxes{kernel: geom.New(ix.Model.Model, geom.Options{})} })
	b = t.known.Get(element, func() vec.Box {
		e := ix.Elements[element].Entity
		if t.kernel.Unsure(e) == "" {
			if box, err := t.kernel.Box(e); err == nil {
				return box
			}
		}
		return vec.Empty()
	})
	return b, !b.IsEmpty()
}
