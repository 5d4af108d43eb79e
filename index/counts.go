package index

import (
	"slices"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/schema"
)

// StoreyCount is how many instances of a class, those of subclasses included,
// are on a storey; it may be none.
type StoreyCount struct {
	Class  schema.Class
	Storey int // position in Elements
	N      int
}

// StoreyCounts is what StoreyCounts returns: the counts, and how many classes
// were left out, by reason.
type StoreyCounts struct {
	Counts []StoreyCount
	Left   []Left
}

// Left counts what was left out for one reason.
type Left struct {
	Why string
	N   int
}

// left counts reasons in the order in which they came up.
type left []Left

func (l *left) add(why string) {
	if i := slices.IndexFunc(*l, func(x Left) bool { return x.Why == why }); i >= 0 {
		(*l)[i].N++
		return
	}
	*l = append(*l, Left{why, 1})
}

// StoreyCounts counts the elements and spaces of each class on each storey that
// can be asked about. A class is one that occurs, or a class of elements above
// such that can have instances itself; IfcSpace is the one class of spaces.
func (ix *Index) StoreyCounts() StoreyCounts { return ix.tables.storeyCounts.Get(ix.countStoreys) }

func (ix *Index) countStoreys() StoreyCounts {
	s := ix.Model.Schema()
	element, _ := s.Class("IfcElement")
	space, _ := s.Class("IfcSpace")
	var out StoreyCounts
	var why left
	storeys := ix.Storeys()
	column := make(map[int]int, len(storeys)) // of a storey by its position
	for k, st := range storeys {
		column[st] = k
	}
	counts := map[schema.Class][]int{} // by exact class, then column
	doubted := map[schema.Class]bool{}
	for i, el := range ix.Elements {
		if !s.IsA(el.Class, element) && !s.IsA(el.Class, space) {
			continue
		}
		if counts[el.Class] == nil {
			counts[el.Class] = make([]int, len(storeys))
		}
		st, reason := ix.StoreyOf(i)
		switch k, ok := column[st]; {
		case reason == "" && ok:
			counts[el.Class][k]++
		case reason == PlaceTwice, reason == PartOfPlace, reason == placeCircle:
			doubted[el.Class] = true
		}
	}
	for _, class := range ix.countable(counts, element) {
		total := make([]int, len(storeys))
		doubt := ""
		for sub := class; sub <= s.Last(class); sub++ {
			for k, n := range counts[sub] {
				total[k] += n
			}
			if doubted[sub] {
				doubt = "the storey of an instance of the class is in doubt"
			}
		}
		// Those that cannot be named count too, but where they are was not looked at.
		if !ix.Whole(class) {
			doubt = "an instance of the class has no GlobalId of its own"
		}
		if doubt != "" {
			why.add(doubt)
			continue
		}
		for k, st := range storeys {
			out.Counts = append(out.Counts, StoreyCount{class, st, total[k]})
		}
	}
	out.Left = why
	return out
}

// countable returns the classes that are counted, in schema order: those that
// occur, and classes above them that can have instances, below IfcElement.
func (ix *Index) countable(occur map[schema.Class][]int, element schema.Class) []schema.Class {
	s := ix.Model.Schema()
	seen := map[schema.Class]bool{}
	var out []schema.Class
	for c := range schema.Class(s.NumClasses()) {
		if occur[c] == nil {
			continue
		}
		for ; c != schema.NoClass && c != element && !seen[c]; c = s.Super(c) {
			seen[c] = true
			if ix.Model.Declares(c) && (occur[c] != nil || !s.Abstract(c) && s.IsA(c, element)) {
				out = append(out, c)
			}
		}
	}
	slices.Sort(out)
	return out
}

// OpeningCount is how many openings relationships cut into an element itself.
type OpeningCount struct {
	Element int // position in Elements
	N       int
}

// OpeningCounts is what OpeningCounts returns.
type OpeningCounts struct {
	Counts []OpeningCount
	Left   []Left
}

// OpeningCounts counts the openings of the elements of those classes of which
// some element has one.
func (ix *Index) OpeningCounts() OpeningCounts { return ix.tables.openingCounts.Get(ix.countOpenings) }

func (ix *Index) countOpenings() OpeningCounts {
	hasOpenings, voids := ix.Model.Inverse("HasOpenings"), ix.Model.Inverse("VoidsElements")
	var out OpeningCounts
	var why left
	for _, class := range ix.Classes() {
		members := ix.OfClass(class)
		if !slices.ContainsFunc(members, func(i int) bool { return hasOpenings.Len(ix.Elements[i].Entity) > 0 }) {
			continue
		}
		for _, i := range members {
			e := ix.Elements[i].Entity
			rels := hasOpenings.Of(e)
			seen := make([]ifc.Entity, 0, len(rels))
			doubt := ""
			for _, rel := range rels {
				o := rel.Attr("RelatedOpeningElement").Entity()
				switch {
				case !o.Exists():
					doubt = "a void relationship leads nowhere"
				case slices.Contains(seen, o):
					doubt = "an opening is cut into the element twice"
				case voids.Len(o) > 1:
					doubt = "an opening is cut into several elements"
				}
				seen = append(seen, o)
			}
			// A part shows the openings of the whole too: how many it has can be
			// said in two ways.
			if doubt == "" && hasOpenings.Len(ix.Model.Aggregate(e)) > 0 {
				doubt = "the element is part of one that has openings"
			}
			if doubt != "" {
				why.add(doubt)
				continue
			}
			out.Counts = append(out.Counts, OpeningCount{i, len(rels)})
		}
	}
	out.Left = why
	return out
}

// TypeCount is how many occurrences a type object has.
type TypeCount struct {
	Type Element
	N    int
}

// TypeCounts is what TypeCounts returns.
type TypeCounts struct {
	Counts []TypeCount
	Left   []Left
}

// TypeCounts counts the occurrences of each type object that one relationship
// gives occurrences to. Types in the order of the class tree.
func (ix *Index) TypeCounts() TypeCounts { return ix.tables.typeCounts.Get(ix.countTypes) }

func (ix *Index) countTypes() TypeCounts {
	var out TypeCounts
	var why left
	for t := range ix.Model.All("IfcTypeObject") {
		occurrences, relations := ix.Model.Occurrences(t)
		if relations == 0 {
			continue
		}
		el, ok := ix.Subject(t)
		doubt := ""
		switch {
		case !ok:
			doubt = "the type has no GlobalId of its own"
		case relations > 1:
			doubt = "several relationships give the type occurrences"
		}
		seen := make(map[ifc.Entity]bool, len(occurrences))
		for _, e := range occurrences {
			if seen[e] {
				doubt = "an occurrence is listed twice"
			} else if ix.Model.TypeRelations(e) > 1 {
				doubt = "an occurrence has several types"
			}
			seen[e] = true
		}
		if doubt != "" {
			why.add(doubt)
			continue
		}
		out.Counts = append(out.Counts, TypeCount{el, len(occurrences)})
	}
	out.Left = why
	return out
}
