package geom

import (
	"math"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

// shownTypes are the types of contexts whose representations are shown.
var shownTypes = map[string]bool{"model": true, "design": true, "model view": true, "detail view": true}

// readContexts finds the contexts that are shown, with their subcontexts, and the
// precision: model contexts, or all if there are none.
func (k *Kernel) readContexts() {
	k.contexts = map[step.Row]bool{}
	k.precision = defaultPrecision
	var top []ifc.Entity
	known := false
	for c := range k.m.All("IfcGeometricRepresentationContext") {
		if c.Is("IfcGeometricRepresentationSubContext") {
			continue
		}
		top = append(top, c)
		t, _ := c.Attr("ContextType").Text()
		known = known || shownTypes[strings.ToLower(t)]
	}
	least := math.Inf(1)
	for _, c := range top {
		t, _ := c.Attr("ContextType").Text()
		if known && !shownTypes[strings.ToLower(t)] {
			continue
		}
		k.contexts[c.Row()] = true
		if p, ok := k.lengthOf(c, "Precision"); ok && p >= minPrecision {
			least = math.Min(least, p)
		}
	}
	if !math.IsInf(least, 1) {
		k.precision = least
	}
	for c := range k.m.All("IfcGeometricRepresentationSubContext") {
		for p, n := c, 0; p.Exists() && n < maxDepth; n++ {
			p = p.Attr("ParentContext").Entity()
			if k.contexts[p.Row()] && p.Exists() {
				k.contexts[c.Row()] = true
			}
		}
	}
	k.showAllIfNone()
}

// showAllIfNone shows every representation of a file that has none in the contexts
// that are shown: some exporters put bodies into a Plan context.
func (k *Kernel) showAllIfNone() {
	for r := range k.m.All("IfcShapeModel") {
		if c := r.At(0).Entity(); c.Exists() && k.contexts[c.Row()] {
			return
		}
	}
	k.contexts = nil
}

// representations returns the representations of a product that are shown.
func (k *Kernel) representations(e ifc.Entity) []ifc.Entity {
	var out []ifc.Entity
	for r := range e.Attr("Representation").Entity().Attr("Representations").Entities() {
		c := r.Attr("ContextOfItems").Entity()
		if len(k.contexts) == 0 || c.Exists() && k.contexts[c.Row()] {
			out = append(out, r)
		}
	}
	return out
}
