package index

import (
	"sync"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// boxes holds the boxes that have been asked for.
type boxes struct {
	kernel *geom.Kernel
	known  sync.Map // position in Elements → vec.Box
}

// Box returns the world box in metres of an element by its position in Elements;
// ok is false if it has none that is beyond doubt. Boxes are made when they are
// asked for: of ten thousand elements a hundred are.
func (ix *Index) Box(element int) (b vec.Box, ok bool) {
	t := ix.boxes.Get(func() *boxes { return &boxes{kernel: geom.New(ix.Model.Model, geom.Options{})} })
	if known, found := t.known.Load(element); found {
		b = known.(vec.Box)
		return b, !b.IsEmpty()
	}
	e := ix.Elements[element].Entity
	b = vec.Empty()
	if t.kernel.Unsure(e) == "" {
		if box, err := t.kernel.Box(e); err == nil {
			b = box
		}
	}
	t.known.Store(element, b)
	return b, !b.IsEmpty()
}
