package index

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// BoxedElement is an element that has a box.
type BoxedElement struct {
	Element int // position in Elements
	Box     vec.Box
}

// Boxes returns the world boxes in metres of all elements that have one that is
// beyond doubt, in the order of Elements.
func (ix *Index) Boxes() []BoxedElement {
	return ix.boxes.get(func() []BoxedElement {
		k := geom.New(ix.Model.Model, geom.Options{})
		all := make([]BoxedElement, len(ix.Elements))
		var next atomic.Int64
		var wg sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			wg.Go(func() {
				for {
					i := int(next.Add(1)) - 1
					if i >= len(all) {
						return
					}
					all[i] = BoxedElement{i, vec.Empty()}
					if k.Unsure(ix.Elements[i].Entity) != "" {
						continue
					}
					if b, err := k.Box(ix.Elements[i].Entity); err == nil {
						all[i].Box = b
					}
				}
			})
		}
		wg.Wait()
		kept := all[:0]
		for _, b := range all {
			if !b.Box.IsEmpty() {
				kept = append(kept, b)
			}
		}
		return kept
	})
}
