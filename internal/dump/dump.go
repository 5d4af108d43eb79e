// Package dump writes what a building model holds as one JSON object, so that
// another reader can be compared with ours field by field.
package dump

import (
	"bufio"
	"errors"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/geom/vec"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// Options say what is written.
type Options struct {
	// File is the name of the file, for the dump's member of that name.
	File string
	// Shapes makes the boxes. Without it there are none, and NoBoxes says why.
	Shapes  *geom.Kernel
	NoBoxes string
	// Workers is the number of goroutines; 0 is one a processor.
	Workers int
}

// batch is how many elements one goroutine writes at a time.
const batch = 128

// Write writes the dump of m to w.
//
// It is most of the time that reading takes, so the JSON is appended by hand,
// batches of elements side by side.
func Write(w io.Writer, m *semantics.Model, o Options) error {
	out := bufio.NewWriterSize(w, 1<<16)
	d := &dumper{m: m, o: o, old: m.Schema().Name() == "IFC2X3"}
	out.Write(d.head())
	if err := d.elements(out); err != nil {
		return err
	}
	out.Write(d.tail())
	return out.Flush()
}

type dumper struct {
	m *semantics.Model
	o Options
	// old is IFC2X3, which has no IfcPreDefinedPropertySet: there predefined sets
	// stand apart.
	old bool
}

func (d *dumper) head() []byte {
	b := []byte(`{"file":`)
	b = appendString(b, strings.ToValidUTF8(d.o.File, "\uFFFD"))
	b = append(b, `,"schema":`...)
	b = appendString(b, d.m.Schema().Name())
	b = append(b, `,"units":{`...)
	for i, u := range []struct{ name, kind string }{{"length", semantics.LengthUnit}, {"area", semantics.AreaUnit}, {"volume", semantics.VolumeUnit}} {
		b = comma(b, i)
		b = appendKey(b, u.name)
		b = appendFloat(b, d.m.ProjectUnit(u.kind).Scale)
	}
	b = append(b, `},"counts":{`...)
	n := 0
	for c := range schema.Class(d.m.Schema().NumClasses()) {
		if k := d.m.Count(c); k > 0 {
			b = comma(b, n)
			n++
			b = appendKey(b, d.m.Schema().ClassName(c))
			b = strconv.AppendInt(b, int64(k), 10)
		}
	}
	return append(b, `},"elements":[`...)
}

// elements writes the elements in order, batch by batch, each batch made by one
// of the workers.
func (d *dumper) elements(out *bufio.Writer) error {
	all := d.m.Elements()
	workers := d.o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	free := make(chan []byte, 2*workers)
	for range 2 * workers {
		free <- nil
	}
	type part struct{ done chan []byte }
	parts := make(chan part, 2*workers)
	var g errgroup.Group
	g.SetLimit(workers + 1)
	g.Go(func() error {
		defer close(parts)
		for from := 0; from < len(all); from += batch {
			buf := <-free
			p := part{make(chan []byte, 1)}
			parts <- p
			g.Go(func() error {
				b := buf[:0]
				for i, e := range all[from:min(from+batch, len(all))] {
					b = comma(b, from+i)
					b = d.element(b, e)
				}
				p.done <- b
				return nil
			})
		}
		return nil
	})
	var err error
	for p := range parts {
		b := <-p.done
		if err == nil {
			_, err = out.Write(b)
		}
		free <- b
	}
	if e := g.Wait(); err == nil {
		err = e
	}
	return err
}

func (d *dumper) element(b []byte, e ifc.Entity) []byte {
	m := d.m
	b = append(b, `{"guid":`...)
	b = appendGUID(b, e)
	b = append(b, `,"class":`...)
	b = appendString(b, e.Class())
	b = append(b, `,"name":`...)
	if name, ok := e.Name(); ok {
		b = appendString(b, name)
	} else {
		b = append(b, `null`...)
	}
	b = append(b, `,"type":`...)
	b = appendGUID(b, m.Type(e))
	b = append(b, `,"container":`...)
	b = appendGUID(b, m.Container(e))
	b = append(b, `,"storey":`...)
	if m.IsSpatial(e) {
		b = appendGUID(b, m.StoreyOfSpace(e))
	} else {
		b = appendGUID(b, m.Storey(e))
	}
	sets := m.Sets(e)
	b = append(b, `,"psets":{`...)
	b = appendSets(b, sets, func(k semantics.SetKind) bool {
		return k == semantics.PropertySet || k == semantics.PredefinedSet && !d.old
	})
	if d.old {
		b = append(b, `},"predefined":{`...)
		b = appendSets(b, sets, func(k semantics.SetKind) bool { return k == semantics.PredefinedSet })
	}
	b = append(b, `},"quantities":{`...)
	b = appendSets(b, sets, func(k semantics.SetKind) bool { return k == semantics.QuantitySet })
	b = append(b, `},"materials":[`...)
	for i, name := range m.Materials(e).Names {
		b = comma(b, i)
		b = appendString(b, name)
	}
	b = append(b, `],"openings":`...)
	b = appendGUIDs(b, m.Openings(e))
	b = append(b, `,"fills":`...)
	b = appendGUIDs(b, m.Fills(e))
	b = append(b, `,"voids":`...)
	b = appendGUIDs(b, m.Voids(e))
	b = d.box(b, e)
	return append(b, '}')
}

// box writes the world box in metres and, if so, why other readers may have another
// one; or why there is none.
func (d *dumper) box(b []byte, e ifc.Entity) []byte {
	why := d.o.NoBoxes
	if d.o.Shapes != nil {
		box, err := d.o.Shapes.Box(e)
		var uncut *geom.UncutError
		if err == nil || errors.As(err, &uncut) {
			b = append(b, `,"box":{"lo":`...)
			b = appendPoint(b, box.Lo)
			b = append(b, `,"hi":`...)
			b = appendPoint(b, box.Hi)
			b = append(b, '}')
			why = ""
			if uncut != nil {
				why = uncut.Error()
			} else if doubt := d.o.Shapes.Unsure(e); doubt != "" {
				why = doubt + ": other readers may see it otherwise"
			}
			if why == "" {
				return b
			}
			return appendString(append(b, `,"box_note":`...), why)
		}
		why = err.Error()
	}
	b = append(b, `,"box":null,"box_note":`...)
	return appendString(b, why)
}

func appendPoint(b []byte, p vec.V3) []byte {
	b = append(b, '[')
	for axis := range 3 {
		b = comma(b, axis)
		b = appendFloat(b, round(p.At(axis)))
	}
	return append(b, ']')
}

// round cuts a coordinate to a nanometre: what lies below is noise of the
// computation, and would differ from machine to machine.
func round(x float64) float64 {
	if math.Abs(x) > 1e6 {
		return x
	}
	return math.Round(x*1e9)/1e9 + 0
}

func appendSets(b []byte, sets semantics.Sets, want func(semantics.SetKind) bool) []byte {
	n := 0
	for _, set := range sets.Sets {
		if !want(set.Kind) {
			continue
		}
		b = comma(b, n)
		n++
		b = appendKey(b, set.Name)
		b = append(b, '{')
		k := 0
		for i := range set.Properties {
			p := &set.Properties[i]
			if p.Form == semantics.ReferenceValue {
				continue // no value of its own
			}
			b = comma(b, k)
			k++
			b = appendKey(b, p.Name)
			if p.Form.Simple() {
				b = appendDatum(b, p.Value)
			} else {
				b = append(b, `{"form":`...)
				b = appendString(b, p.Form.String())
				b = append(b, '}')
			}
		}
		b = append(b, '}')
	}
	return b
}

func (d *dumper) tail() []byte {
	b := []byte(`],"boundaries":[`)
	n := 0
	for x := range d.m.Boundaries() {
		b = comma(b, n)
		n++
		b = append(b, `{"space":`...)
		b = appendGUID(b, x.Space)
		b = append(b, `,"element":`...)
		b = appendGUID(b, x.Element)
		b = append(b, `,"physical":`...)
		if x.Physical == "" {
			b = append(b, `null`...)
		} else {
			b = appendString(b, x.Physical)
		}
		b = append(b, '}')
	}
	b = append(b, `],"sha256":`...)
	b = appendString(b, d.m.SHA256())
	b = append(b, `,"diagnostics":[`...)
	for i, x := range d.m.Diagnostics() {
		b = comma(b, i)
		b = append(b, `{"line":`...)
		b = strconv.AppendInt(b, int64(x.Line), 10)
		b = append(b, `,"message":`...)
		b = appendString(b, x.Message)
		b = append(b, '}')
	}
	return append(b, "]}\n"...)
}
