package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/ifcmcq/ifcmcq/geom"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/semantics"
)

// Set is the tools over one model. Indexes are made when the first tool needs
// them. It is safe for concurrent use.
type Set struct {
	m       *semantics.Model
	tools   []tool
	byName  map[string]*tool
	names   []string
	objects lazy.Value[*population]
	storeys lazy.Value[*storeys]
	columns lazy.Value[map[columnKey]*column]
	totals  sync.Map // totalKey to all of an answer but its list
	bounds  lazy.Value[*boundaries]
	units   lazy.Value[*units]
	boxes   boxes

	objectDefinition, product, element, spatial, typeObject schema.Class
	project, site, building, storey, space                  schema.Class
}

// New makes the tools over m. The model must stay open as long as they are used.
func New(m *ifc.Model) *Set {
	s := &Set{m: semantics.New(m), tools: catalogue(), byName: map[string]*tool{}}
	for i := range s.tools {
		t := &s.tools[i]
		s.byName[t.name] = t
		s.names = append(s.names, t.name)
	}
	s.boxes.kernel = geom.New(m, geom.Options{})
	for _, c := range []struct {
		to   *schema.Class
		name string
	}{
		{&s.objectDefinition, "IfcObjectDefinition"}, {&s.product, "IfcProduct"}, {&s.element, "IfcElement"},
		{&s.spatial, "IfcSpatialStructureElement"}, {&s.typeObject, "IfcTypeObject"}, {&s.project, "IfcProject"},
		{&s.site, "IfcSite"}, {&s.building, "IfcBuilding"}, {&s.storey, "IfcBuildingStorey"}, {&s.space, "IfcSpace"},
	} {
		*c.to, _ = m.Schema().Class(c.name) // all three schemas have them
	}
	return s
}

// Definition is what somebody needs to know to call a tool.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"inputSchema"` // JSON schema of the arguments, an object
	Parameters  []Parameter     `json:"-"`           // the same for people
}

// Parameter is an argument of a tool.
type Parameter struct {
	Name, Description string
	Required          bool
}

// List returns the tools in a fixed order. It is the same for every model.
func (s *Set) List() []Definition { return Definitions() }

// Definitions is [Set.List] without a model.
func Definitions() []Definition {
	var out []Definition
	for _, t := range catalogue() {
		d := Definition{Name: t.name, Description: t.description, Schema: t.schema()}
		for _, p := range t.params {
			d.Parameters = append(d.Parameters, Parameter{p.name, p.description, p.required})
		}
		out = append(out, d)
	}
	return out
}

// Call calls a tool with a JSON object of arguments; nothing at all and null are
// an empty object. It never fails otherwise than by an envelope that says so.
func (s *Set) Call(ctx context.Context, name string, args json.RawMessage) Envelope {
	t := s.byName[name]
	if t == nil {
		return failed(fail(fmt.Sprintf("there is no tool %s", quoted(name)), "the tools are "+list(nearest(name, s.names, len(s.names)))))
	}
	if err := ctx.Err(); err != nil {
		return failed(fail("the call was interrupted: "+err.Error(), ""))
	}
	a, err := t.read(args)
	if err != nil {
		return failed(err)
	}
	data, err := t.do(s, a)
	if err != nil {
		return failed(err)
	}
	return Envelope{OK: true, Data: data}
}

// Envelope is the answer to a call.
type Envelope struct {
	OK    bool     `json:"ok"`
	Data  any      `json:"data,omitempty"`  // marshals to JSON, members in a fixed order
	Error *Failure `json:"error,omitempty"` // why there is no answer
}

// JSON returns the envelope as one line of JSON, without a line break. Text is not
// escaped more than JSON asks for.
func (e Envelope) JSON() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil { // no tool answers with what JSON cannot say
		return failed(fail("the answer cannot be written as JSON: "+err.Error(), "")).JSON()
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func failed(err error) Envelope {
	f, ok := err.(*Failure)
	if !ok {
		f = &Failure{Message: err.Error()}
	}
	return Envelope{Error: f}
}
