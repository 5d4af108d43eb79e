package geom

import (
	"fmt"
	"math"
	"sync"

	"github.com/ifcmcq/ifcmcq/geom/csg"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// DefaultDeflection is the largest distance in metres of a chord from its curve
// that is asked for, as IfcOpenShell's default; what is kept is half of it.
const DefaultDeflection = 0.001

// Options say how shapes are read.
type Options struct {
	// Deflection is the largest distance in metres of a chord from its curve; 0 is
	// DefaultDeflection.
	Deflection float64
}

// Kernel reads the shapes of one model. It is safe for concurrent use.
type Kernel struct {
	m          *ifc.Model
	deflection float64
	length     float64    // metres of the file's length unit
	angle      float64    // radians of the file's plane angle unit
	precision  float64    // metres within which points are one
	budget     csg.Budget // of an element; 0 is elementBudget

	cartesianPoint, directionClass schema.Class // asked for too often to look up

	contexts map[step.Row]bool // contexts and subcontexts that are shown

	hasOpenings, decomposes *ifc.Inverse

	maps       sync.Map // representation map → *mapped
	placements sync.Map // object placement → placement
	alongs     sync.Map // curve → alongResult
	grids      gridIndex
	unsureMaps sync.Map // representation map → string
	unsureFile lazy.Value[string]
}

// New makes a Kernel for m.
func New(m *ifc.Model, o Options) *Kernel {
	k := &Kernel{m: m, deflection: o.Deflection}
	if k.deflection <= 0 {
		k.deflection = DefaultDeflection
	}
	k.cartesianPoint, _ = m.Schema().Class("IfcCartesianPoint")
	k.directionClass, _ = m.Schema().Class("IfcDirection")
	k.readUnits()
	k.readContexts()
	k.hasOpenings, k.decomposes = m.Inverse("HasOpenings"), m.Inverse("Decomposes")
	return k
}

// readUnits takes the length and the plane angle unit of the first project. Of
// several the last holds; without any lengths are in metres, angles in radians.
func (k *Kernel) readUnits() {
	k.length, k.angle = 1, 1
	for project := range k.m.All("IfcProject") {
		for u := range project.Attr("UnitsInContext").Entity().Attr("Units").Entities() {
			switch kind, _ := u.Attr("UnitType").Enum(); kind {
			case "LENGTHUNIT":
				k.length = unitScale(u)
			case "PLANEANGLEUNIT":
				k.angle = unitScale(u)
			}
		}
		return
	}
}

var prefixes = map[string]float64{
	"EXA": 1e18, "PETA": 1e15, "TERA": 1e12, "GIGA": 1e9, "MEGA": 1e6, "KILO": 1e3, "HECTO": 1e2, "DECA": 1e1,
	"DECI": 1e-1, "CENTI": 1e-2, "MILLI": 1e-3, "MICRO": 1e-6, "NANO": 1e-9, "PICO": 1e-12, "FEMTO": 1e-15, "ATTO": 1e-18,
}

func unitScale(u ifc.Entity) float64 {
	scale := 1.0
	for range maxDepth {
		if !u.Is("IfcConversionBasedUnit") {
			break
		}
		factor := u.Attr("ConversionFactor").Entity()
		x, ok := factor.Attr("ValueComponent").Datum().Float()
		if !ok || !(x > 0) {
			return 1
		}
		scale *= x
		u = factor.Attr("UnitComponent").Entity()
	}
	if prefix, ok := u.Attr("Prefix").Enum(); ok && prefixes[prefix] != 0 {
		scale *= prefixes[prefix]
	}
	return scale
}

// minPrecision is the least precision of a context that is heeded.
const minPrecision = 1e-7

// defaultPrecision holds where the contexts state none.
const defaultPrecision = 1e-5

// maxDepth bounds everything that follows references from one to the next: units,
// placements, nested curves, booleans, mapped items.
const maxDepth = 64

// notRead is the error of what is not understood: its text becomes the note of
// the element.
func notRead(e ifc.Entity, why string) error {
	return fmt.Errorf("#%d %s: %s", e.ID(), e.Class(), why)
}

// number reads an attribute that is a number without a unit.
func number(e ifc.Entity, attr string) (float64, bool) {
	x, ok := e.Attr(attr).Datum().Float()
	return x, ok && !math.IsNaN(x)
}

// lengthOf reads an attribute that is a length, in metres.
func (k *Kernel) lengthOf(e ifc.Entity, attr string) (float64, bool) {
	x, ok := number(e, attr)
	return x * k.length, ok
}

// angleOf reads an attribute that is a plane angle, in radians.
func (k *Kernel) angleOf(e ifc.Entity, attr string) (float64, bool) {
	x, ok := number(e, attr)
	return x * k.angle, ok
}

// point reads an IfcCartesianPoint in metres; coordinates that are missing are 0.
func (k *Kernel) point(e ifc.Entity) (vec.V3, bool) {
	if !e.IsA(k.cartesianPoint) {
		return vec.V3{}, false
	}
	c, n := triple(e.At(0).Step().Elements())
	return vec.V3{X: c[0] * k.length, Y: c[1] * k.length, Z: c[2] * k.length}, n > 0
}

// direction reads an IfcDirection as it is written, not made a unit vector.
func (k *Kernel) direction(e ifc.Entity) (vec.V3, bool) {
	if !e.IsA(k.directionClass) {
		return vec.V3{}, false
	}
	c, n := triple(e.At(0).Step().Elements())
	return vec.V3{X: c[0], Y: c[1], Z: c[2]}, n > 0
}

// optional reads a direction that need not be there; ok is false for what is there
// and no direction.
func (k *Kernel) optional(e ifc.Entity) (d vec.V3, set, ok bool) {
	d, set = k.direction(e)
	return d, set, set || !e.Exists()
}

// triple reads up to three numbers of a list; what is no number is left out.
func triple(a step.Args) (c [3]float64, n int) {
	for n < 3 {
		v, ok := a.Next()
		if !ok {
			break
		}
		if x, ok := v.Float(); ok {
			c[n] = x
			n++
		}
	}
	return c, n
}
