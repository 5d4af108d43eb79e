package step

import (
	"iter"
)

// Kind is what a token is by its form.
type Kind uint8

const (
	// Missing is what a too short record holds where an argument is due; it
	// reads as unset.
	Missing Kind = iota
	Unset        // $
	Derived      // *
	Integer      // 12
	Real         // 1.5
	String       // 'text'
	Enum         // .ELEMENT.
	Binary       // "0F3A"
	Ref          // #12
	List         // (…)
	Typed        // IFCLABEL('text')
	Bad          // anything else; it reads as unset
)

var kindNames = [...]string{"missing", "unset", "derived", "integer", "real", "string", "enumeration", "binary", "reference", "list", "typed value", "bad token"}

func (k Kind) String() string { return kindNames[k] }

// Value is an argument as it stands in the file. Nothing of it is decoded
// before it is asked for.
type Value struct {
	f      *File
	lo, hi uint32 // the bytes of the token
	kind   Kind
	depth  uint8
}

// Kind returns the form of v.
func (v Value) Kind() Kind { return v.kind }

// IsSet tells whether v holds anything.
func (v Value) IsSet() bool {
	return v.kind != Missing && v.kind != Unset && v.kind != Derived && v.kind != Bad
}

// Raw returns the bytes of v as they stand in the file. They must not be
// changed or kept.
func (v Value) Raw() []byte {
	if v.f == nil {
		return nil
	}
	return v.f.data[v.lo:v.hi]
}

// ID returns the instance number that v refers to.
func (v Value) ID() (uint64, bool) {
	if v.kind != Ref {
		return 0, false
	}
	p := v.lo + 1
	if !isDigit(v.f.data[p]) { // # 12
		p = uint32(skipTrivia(v.f.data, int(p)))
	}
	var id uint64
	for _, c := range v.f.data[p:v.hi] {
		id = id*10 + uint64(c-'0')
	}
	return id, true
}

// Row returns the record that v refers to. A reference to nothing is reported
// and reads as unset.
func (v Value) Row() (Row, bool) {
	id, ok := v.ID()
	if !ok {
		return NoRow, false
	}
	row := v.f.index.find(id)
	if row == NoRow {
		v.f.faults.add(v.lo, "reference to an instance that the file does not hold; read as unset")
		return NoRow, false
	}
	return row, true
}

// Enum returns the item of an enumeration without its dots, in upper case as
// written.
func (v Value) Enum() (string, bool) {
	if v.kind != Enum {
		return "", false
	}
	return string(v.f.data[v.lo+1 : v.hi-1]), true
}

// EnumBytes is Enum without a copy.
func (v Value) EnumBytes() []byte {
	if v.kind != Enum {
		return nil
	}
	return v.f.data[v.lo+1 : v.hi-1]
}

// List walks the elements of a list. Of anything else there are none.
func (v Value) List() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.kind != List {
			return
		}
		a := Args{f: v.f, pos: v.lo + 1, depth: v.depth + 1}
		for {
			x, ok := a.Next()
			if !ok || !yield(x) {
				return
			}
		}
	}
}

// Elements returns the cursor that List is made of: for lists that are read
// often.
func (v Value) Elements() Args {
	if v.kind != List {
		return Args{ended: true}
	}
	return Args{f: v.f, pos: v.lo + 1, depth: v.depth + 1}
}

// Typed returns the keyword of a typed value, as written, and what it holds.
func (v Value) Typed() (keyword []byte, inner Value, ok bool) {
	if v.kind != Typed {
		return nil, Value{}, false
	}
	end := v.lo
	for isWord(v.f.data[end]) {
		end++
	}
	open := uint32(skipTrivia(v.f.data, int(end)))
	a := Args{f: v.f, pos: open + 1, depth: v.depth + 1}
	inner, _ = a.Next()
	if _, more := a.Next(); more { // IFCREAL(1,5) of a locale with decimal commas
		v.f.faults.add(v.lo, "typed value of more than one value; read as the first")
	}
	return v.f.data[v.lo:end], inner, true
}

// Args is a cursor over the arguments of a record or the elements of a list.
type Args struct {
	f     *File
	pos   uint32 // of the next token, blanks before it included
	depth uint8
	ended bool
}

// Args returns a cursor at the first argument of row.
func (f *File) Args(row Row) Args { return Args{f: f, pos: f.offs[row], depth: 1} }

// Arg returns the i-th argument of row, from 0. A record that is too short
// holds a Missing value there.
func (f *File) Arg(row Row, i int) Value {
	a := f.Args(row)
	if i > 0 && f.isLong(row) {
		at := f.argOffsets(row)
		if i >= len(at) {
			return Value{}
		}
		a.pos = at[i]
	} else if !a.Skip(i) {
		return Value{}
	}
	v, _ := a.Next()
	return v
}

// longRecord is the length in bytes from which on the places of a record's
// arguments are remembered. A relationship may name a hundred thousand objects
// and is asked for what stands behind them by each of these.
const longRecord = 2048

func (f *File) isLong(row Row) bool {
	end := uint32(len(f.data))
	if int(row)+1 < len(f.offs) {
		end = f.offs[row+1]
	}
	return end-f.offs[row] >= longRecord
}

// argOffsets returns where each argument of a long record begins.
func (f *File) argOffsets(row Row) []uint32 {
	if at, ok := f.long.Load(row); ok {
		return at.([]uint32)
	}
	var at []uint32
	for a := f.Args(row); ; {
		pos := a.pos
		if _, ok := a.Next(); !ok {
			break
		}
		at = append(at, pos)
	}
	f.long.Store(row, at)
	return at
}

// Skip passes over n arguments; it is false if there are fewer.
func (a *Args) Skip(n int) bool {
	for range n {
		if _, ok := a.Next(); !ok {
			return false
		}
	}
	return true
}

// Next returns the next argument, or false behind the last one.
func (a *Args) Next() (Value, bool) {
	if a.ended {
		return Value{}, false
	}
	data := a.f.data
	p := skipTrivia(data, int(a.pos))
	if p >= len(data) {
		a.ended = true
		return Value{}, false
	}
	v := Value{f: a.f, lo: uint32(p), depth: a.depth}
	switch c := data[p]; {
	case c == ')' || c == ';':
		a.ended = true
		return Value{}, false
	case c == ',':
		a.f.faults.add(v.lo, "nothing between two commas; read as unset")
		v.kind, v.hi = Unset, v.lo
		a.pos = v.lo + 1
		return v, true
	case c == '$':
		v.kind = Unset
		p++
	case c == '*':
		v.kind = Derived
		p++
	case c == '#':
		v.kind = Ref
		p++
		if p < len(data) && !isDigit(data[p]) {
			p = skipTrivia(data, p)
		}
		digits := p
		for p < len(data) && isDigit(data[p]) {
			p++
		}
		if n := p - digits; n == 0 || n > 19 {
			v.kind = Bad
		}
	case c == '\'':
		v.kind = String
		p, _ = skipString(data, p)
	case c == '"':
		v.kind = Binary
		p++
		for p < len(data) && isWord(data[p]) { // hexadecimal digits
			p++
		}
		if p < len(data) && data[p] == '"' {
			p++
		} else {
			v.kind = Bad
		}
	case c == '(':
		v.kind = List
		p = skipList(data, p)
	case c == '.' && p+1 < len(data) && !isDigit(data[p+1]):
		v.kind = Enum
		p++
		for p < len(data) && isWord(data[p]) {
			p++
		}
		if p < len(data) && data[p] == '.' && p > int(v.lo)+1 {
			p++
		} else {
			v.kind = Bad
		}
	case isDigit(c) || c == '+' || c == '-' || c == '.':
		p, v.kind = scanNumber(data, p)
	case isWord(c):
		for p < len(data) && isWord(data[p]) {
			p++
		}
		v.kind = Bad // NAN, INF
		if q := skipTrivia(data, p); q < len(data) && data[q] == '(' {
			v.kind = Typed
			p = skipList(data, q)
		}
	default:
		v.kind = Bad
	}
	v.hi = uint32(p)
	// Behind a token stands a comma or the end; whatever else does belongs to a
	// broken token.
	if p >= len(data) || data[p] != ',' && data[p] != ')' {
		p = skipTrivia(data, p)
		if p < len(data) && data[p] != ',' && data[p] != ')' && data[p] != ';' {
			v.kind = Bad
			p = skipToken(data, p)
			v.hi = uint32(p)
		}
	}
	if v.kind == Bad {
		a.f.faults.add(v.lo, "not a value of ISO 10303-21; read as unset")
	}
	if v.depth > MaxNesting {
		v.kind = Bad
	}
	if p < len(data) && data[p] == ',' {
		p++
	} else {
		a.ended = true
	}
	a.pos = uint32(p)
	return v, true
}

func isWord(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// skipList returns what is behind the list that opens at p, at most the ; of
// its record.
func skipList(data []byte, p int) int {
	depth := 0
	for p < len(data) {
		s := depthStep[data[p]]
		if s != look {
			depth += int(s)
			p++
			if s < 0 && depth == 0 {
				return p
			}
			continue
		}
		switch data[p] {
		case ';':
			return p
		case '\'':
			p, _ = skipString(data, p)
		case '/':
			q, _ := skipComment(data, p)
			p = max(q, p+1)
		default:
			p++
		}
	}
	return p
}

// skipToken passes over what is no token, to the next comma or end.
func skipToken(data []byte, p int) int {
	for p < len(data) {
		switch data[p] {
		case ',', ')', ';':
			return p
		case '\'':
			p, _ = skipString(data, p)
		case '(':
			p = skipList(data, p)
		case '/':
			q, _ := skipComment(data, p)
			p = max(q, p+1)
		default:
			p++
		}
	}
	return p
}
