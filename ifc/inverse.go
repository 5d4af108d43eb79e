package ifc

import (
	"math/bits"
	"sync"

	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Inverse is an inverse attribute of rooted entities, read for the whole model
// at once: for each entity the relationships that name it.
type Inverse struct {
	m     *Model
	start []uint32 // by rank of the entity
	rels  []step.Row
}

// Inverse returns the inverse attribute of a name, as the schema spells it, for
// all entities that have it: m.Inverse("HasOpenings").Of(wall). The index is
// made on first use. Names differ between schemas: IFC2X3 has IsDefinedBy where
// IFC4 has IsTypedBy too. A name that the schema does not know is an inverse
// without entries.
func (m *Model) Inverse(name string) *Inverse {
	m.inverseMu.Lock()
	if m.inverses == nil {
		m.inverses = map[string]*lazyInverse{}
	}
	l := m.inverses[name]
	if l == nil {
		l = &lazyInverse{}
		m.inverses[name] = l
	}
	m.inverseMu.Unlock()
	l.once.Do(func() { l.inverse = m.newInverse(name) })
	return l.inverse
}

type lazyInverse struct {
	once    sync.Once
	inverse *Inverse
}

// Of returns the relationships that name e: by relationship class in a
// pre-order walk of the tree, in file order within a class. A relationship that
// names e twice is there twice.
func (x *Inverse) Of(e Entity) []Entity {
	span := x.rows(e)
	if len(span) == 0 {
		return nil
	}
	out := make([]Entity, len(span))
	for i, row := range span {
		out[i] = Entity{x.m, row}
	}
	return out
}

// First returns the first relationship that names e, or none.
func (x *Inverse) First(e Entity) Entity {
	if span := x.rows(e); len(span) > 0 {
		return Entity{x.m, span[0]}
	}
	return Entity{}
}

// Len returns how many times relationships name e.
func (x *Inverse) Len(e Entity) int { return len(x.rows(e)) }

func (x *Inverse) rows(e Entity) []step.Row {
	if e.m == nil || len(x.rels) == 0 {
		return nil
	}
	n, ok := x.m.rooted.rank(e.row)
	if !ok {
		return nil
	}
	return x.rels[x.start[n]:x.start[n+1]]
}

func (m *Model) newInverse(name string) *Inverse {
	m.rankOnce.Do(m.rankRooted)
	x := &Inverse{m: m}
	type source struct {
		rel  schema.Class
		attr int
	}
	owners := map[source][]schema.Class{}
	var sources []source
	for _, d := range m.schema.Inverses(name) {
		s := source{d.Rel, d.Attr}
		if owners[s] == nil {
			sources = append(sources, s)
		}
		owners[s] = append(owners[s], d.Owner)
	}
	var targets, rels []step.Row
	for _, s := range sources {
		for rel := range m.Of(s.rel) {
			for e := range rel.At(s.attr).Entities() {
				for _, owner := range owners[s] {
					if e.IsA(owner) {
						targets, rels = append(targets, e.row), append(rels, rel.row)
						break
					}
				}
			}
		}
	}
	// A counting sort by entity keeps the order within one.
	x.start = make([]uint32, m.rooted.total+1)
	ranks := make([]uint32, len(targets))
	for i, row := range targets {
		n, ok := m.rooted.rank(row)
		if !ok {
			ranks[i] = uint32(m.rooted.total)
			continue
		}
		ranks[i] = n
		x.start[n+1]++
	}
	for n := range m.rooted.total {
		x.start[n+1] += x.start[n]
	}
	x.rels = make([]step.Row, x.start[m.rooted.total])
	next := append([]uint32(nil), x.start...)
	for i, n := range ranks {
		if int(n) < m.rooted.total {
			x.rels[next[n]] = rels[i]
			next[n]++
		}
	}
	return x
}

// ranks numbers the rooted entities of a model from 0: they are few among the
// records, and an index by rank is as fast as one by row and far smaller.
type ranks struct {
	set    []uint64
	before []uint32 // set bits in the words before
	total  int
}

func (m *Model) rankRooted() {
	r := &m.rooted
	r.set = make([]uint64, m.file.Len()/64+1)
	root, _ := m.schema.Class("IfcRoot")
	for e := range m.Of(root) {
		r.set[e.row/64] |= 1 << (e.row % 64)
	}
	r.before = make([]uint32, len(r.set))
	for i, w := range r.set {
		r.before[i] = uint32(r.total)
		r.total += bits.OnesCount64(w)
	}
}

func (r *ranks) rank(row step.Row) (uint32, bool) {
	w, bit := r.set[row/64], uint64(1)<<(row%64)
	if w&bit == 0 {
		return 0, false
	}
	return r.before[row/64] + uint32(bits.OnesCount64(w&(bit-1))), true
}
