package step

import "math/bits"

// idIndex finds rows by instance number: a dense array where numbers are
// compact, as in nearly all files, else a hash table.
type idIndex struct {
	dense []uint32 // row + 1 by number
	slots []uint32 // row + 1 by hash
	shift uint
	ids   []uint64
	twice bool // some number occurs more than once
}

// newIDIndex indexes ids; twice is called for every row whose number occurred
// before.
func newIDIndex(ids []uint64, twice func(Row)) idIndex {
	var top uint64
	for _, id := range ids {
		top = max(top, id)
	}
	x := idIndex{ids: ids}
	again := func(row Row) {
		x.twice = true
		twice(row)
	}
	if top <= 4*uint64(len(ids))+1024 {
		x.dense = make([]uint32, top+1)
		for i, id := range ids {
			if x.dense[id] != 0 {
				again(Row(i))
				continue
			}
			x.dense[id] = uint32(i) + 1
		}
		return x
	}
	n := bits.Len(uint(2 * len(ids)))
	x.slots, x.shift = make([]uint32, 1<<n), uint(64-n)
	for i, id := range ids {
		s := x.slot(id)
		if x.slots[s] != 0 {
			again(Row(i))
			continue
		}
		x.slots[s] = uint32(i) + 1
	}
	return x
}

// slot returns where id is, or where it would go.
func (x *idIndex) slot(id uint64) uint64 {
	s := id * 0x9E3779B97F4A7C15 >> x.shift
	for x.slots[s] != 0 && x.ids[x.slots[s]-1] != id {
		s = (s + 1) & uint64(len(x.slots)-1)
	}
	return s
}

func (x *idIndex) find(id uint64) Row {
	var row uint32
	switch {
	case x.slots != nil:
		row = x.slots[x.slot(id)]
	case id < uint64(len(x.dense)):
		row = x.dense[id]
	}
	return Row(row) - 1 // 0 becomes NoRow
}

// HasDuplicateIDs tells whether an instance number is used by several records:
// then a count of records and a count of numbers differ.
func (f *File) HasDuplicateIDs() bool { return f.index.twice }
