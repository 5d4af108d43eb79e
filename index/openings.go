package index

import "github.com/ifcmcq/ifcmcq/ifc"

// Hosting says which host an opening is cut into, or a filling sits in. Both are
// positions in Elements; Why says why there is no one host.
type Hosting struct {
	Element, Host int
	Why           string
}

// Reasons why there is no one host.
const (
	CutsNothing  = "an opening that is cut into nothing"
	CutsTwice    = "an opening that is cut into something more than once"
	FillsTwice   = "a filling of more than one opening"
	FillsUncut   = "a filling of an opening that is cut into nothing"
	HostUnusable = "a host that cannot be named"
)

// openings is what openings are cut into and what fills them.
type openings struct {
	cuts, fills []Hosting
	fillings    map[int][]int // by host, in the order of Elements
	hosts       []int
}

// Cuts returns the host of every opening in Elements that is related to any.
func (ix *Index) Cuts() []Hosting { return ix.tables.openings.Get(ix.readOpenings).cuts }

// Fills returns for every filling in Elements the host of the opening that it
// fills.
func (ix *Index) Fills() []Hosting { return ix.tables.openings.Get(ix.readOpenings).fills }

// Hosts returns the hosts of fillings in the order in which Fills names them.
func (ix *Index) Hosts() []int { return ix.tables.openings.Get(ix.readOpenings).hosts }

// Fillings returns what fills the openings of the host at a position, as far as
// it is in Fills without doubt.
func (ix *Index) Fillings(host int) []int {
	return ix.tables.openings.Get(ix.readOpenings).fillings[host]
}

func (ix *Index) readOpenings() *openings {
	m := ix.Model
	t := &openings{fillings: map[int][]int{}}
	fillsVoids, voidsElements := m.Inverse("FillsVoids"), m.Inverse("VoidsElements")
	hostOf := func(opening ifc.Entity) (int, string) {
		hosts := m.Voids(opening)
		switch {
		case voidsElements.Len(opening) > 1 || len(hosts) > 1:
			return -1, CutsTwice
		case len(hosts) == 0:
			return -1, CutsNothing
		}
		at := ix.Position(hosts[0])
		if at < 0 {
			return -1, HostUnusable
		}
		return at, ""
	}
	for _, i := range ix.OfClassNamed("IfcFeatureElementSubtraction") {
		host, why := hostOf(ix.Elements[i].Entity)
		t.cuts = append(t.cuts, Hosting{i, host, why})
	}
	for i, el := range ix.Elements {
		n := fillsVoids.Len(el.Entity)
		if n == 0 {
			continue
		}
		filled := m.Fills(el.Entity)
		if n > 1 || len(filled) != 1 {
			t.fills = append(t.fills, Hosting{i, -1, FillsTwice})
			continue
		}
		host, why := hostOf(filled[0])
		if why == CutsNothing {
			why = FillsUncut
		}
		t.fills = append(t.fills, Hosting{i, host, why})
		if why == "" {
			if t.fillings[host] == nil {
				t.hosts = append(t.hosts, host)
			}
			t.fillings[host] = append(t.fillings[host], i)
		}
	}
	return t
}
