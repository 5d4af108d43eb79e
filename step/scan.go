package step

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// chunkSize is what one goroutine scans at a time; smaller files are scanned
// by one.
const chunkSize = 2 << 20

// chunk is a part of the DATA sections and the records that begin in it.
//
// A scan that is outside of strings and comments at the start of a record goes
// on in one way only, wherever it came from. So all chunks but the first start
// at a likely place, and are believed only if the chunk before ends at the
// start of one of their records; else they are scanned again from there. The
// outcome is that of a single scan, byte for byte.
type chunk struct {
	from, end int // where it may start; records that begin before end are its own
	state     scanState
	next      int // where the first record that is not its own begins
	ids       []uint64
	kws       []uint16
	offs      []uint32
	first     []int // where its first records begin: places to be joined at
	keywords  keywordTable
	faults    []fault
}

type scanState uint8

const (
	inData scanState = iota
	betweenSections
	ended     // END-ISO-10303-21 has been seen
	truncated // the file ends inside what begins at next
)

// joinable is how many of its first records a chunk can be joined at.
const joinable = 32

func (f *File) scanData(start int, o Options) error {
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var chunks []*chunk
	size := cmp.Or(o.chunk, chunkSize)
	for from := start; ; from += size {
		end := from + size
		if workers == 1 || end+size/2 > len(f.data) {
			end = len(f.data)
		}
		chunks = append(chunks, &chunk{from: from, end: end})
		if end == len(f.data) {
			break
		}
	}
	var g errgroup.Group
	g.SetLimit(workers)
	var done progress
	done.report, done.done, done.total = o.Progress, int64(start), int64(len(f.data))
	for i, c := range chunks {
		g.Go(func() error {
			size := int64(c.end - c.from)
			if i > 0 {
				c.from = likelyRecord(f.data, c.from, c.end)
			}
			c.scan(f.data)
			done.add(size)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	last, err := f.join(chunks)
	if err != nil {
		return err
	}
	return f.checkEnd(last, o)
}

// likelyRecord finds a place behind from that looks like the start of a record.
func likelyRecord(data []byte, from, end int) int {
	for p := from; p < end; {
		i := bytes.IndexByte(data[p:end], ';')
		if i < 0 {
			break
		}
		p += i + 1
		q := skipBlanks(data, p)
		if q < len(data) && data[q] == '#' {
			return q
		}
	}
	return end
}

// join makes one table of the chunks and returns the state at the end.
func (f *File) join(chunks []*chunk) (*chunk, error) {
	records := 0
	for i, c := range chunks {
		if i > 0 {
			before := chunks[i-1]
			if !c.joinAt(before.next, before.state) {
				*c = chunk{from: before.next, end: c.end, state: before.state}
				c.scan(f.data)
			}
		}
		records += len(c.ids)
	}
	last := chunks[len(chunks)-1]
	if len(chunks) == 1 {
		f.ids, f.kws, f.offs, f.keywords = last.ids, last.kws, last.offs, last.keywords.names
		if last.state == truncated { // the record that is cut off may have brought a keyword
			used := 0
			for _, k := range f.kws {
				used = max(used, int(k)+1)
			}
			f.keywords = f.keywords[:used]
		}
	} else {
		f.ids, f.kws, f.offs = make([]uint64, 0, records), make([]uint16, 0, records), make([]uint32, 0, records)
	}
	var all keywordTable
	const unused = 1<<16 - 1 // the number of no keyword: there are at most MaxKeywords
	for _, c := range chunks {
		for _, x := range c.faults {
			f.faults.put(x)
		}
		if len(chunks) == 1 {
			break
		}
		// Only keywords of records that were kept count: what a chunk took for
		// records before it was joined may have had others.
		to := slices.Repeat([]uint16{unused}, len(c.keywords.names))
		for i, k := range c.kws {
			if to[k] == unused {
				n, ok := all.add(c.keywords.names[k])
				if !ok {
					return nil, errTooManyKeywords
				}
				to[k] = n
			}
			c.kws[i] = to[k]
		}
		f.ids, f.kws, f.offs = append(f.ids, c.ids...), append(f.kws, c.kws...), append(f.offs, c.offs...)
		c.ids, c.kws, c.offs = nil, nil, nil
		f.keywords = all.names
	}
	for _, c := range chunks {
		if c.keywords.full {
			return nil, errTooManyKeywords
		}
	}
	return last, nil
}

var errTooManyKeywords = fmt.Errorf("file has more different keywords than MaxKeywords (%d)", MaxKeywords)

// joinAt makes a chunk begin at offset p, if one of its first records does.
func (c *chunk) joinAt(p int, state scanState) bool {
	if state == truncated || state == ended {
		// What a chunk behind the end found is not there.
		*c = chunk{from: p, end: c.end, next: p, state: state}
		return true
	}
	if state != inData || c.keywords.full {
		return false
	}
	n := slices.Index(c.first, p)
	if n < 0 {
		return false
	}
	c.ids, c.kws, c.offs = c.ids[n:], c.kws[n:], c.offs[n:]
	c.faults = slices.DeleteFunc(c.faults, func(x fault) bool { return int(x.off) < p })
	return true
}

// checkEnd refuses a file that is not all there.
func (f *File) checkEnd(last *chunk, o Options) error {
	switch last.state {
	case ended:
		if p := skipTrivia(f.data, last.next); p < len(f.data) {
			f.faults.put(fault{uint32(p), "text behind END-ISO-10303-21; not read", true})
		}
		return nil
	case betweenSections:
		f.faults.put(fault{uint32(len(f.data)), "END-ISO-10303-21 is missing at the end of the file", true})
		return nil
	}
	what := "file ends without ENDSEC"
	if last.state == truncated {
		what = "file ends inside " + f.describe(last.next)
	}
	if !o.Lenient {
		return fmt.Errorf("%s: truncated after line %d (--lenient reads what is there)", what, f.lineAt(uint32(len(f.data))))
	}
	f.faults.put(fault{uint32(min(last.next, len(f.data))), what + ": read up to there", true})
	return nil
}

// describe names what begins at offset p of a truncated file.
func (f *File) describe(p int) string {
	if p >= len(f.data) || f.data[p] != '#' {
		return fmt.Sprintf("what begins on line %d", f.lineAt(uint32(p)))
	}
	n := p + 1
	for n < len(f.data) && n < p+20 && isDigit(f.data[n]) {
		n++
	}
	return fmt.Sprintf("the record %s, which begins on line %d", f.data[p:n], f.lineAt(uint32(p)))
}

// scan reads records from c.from on until one begins at or behind c.end.
func (c *chunk) scan(data []byte) {
	guess := max(0, c.end-c.from) / 48 // a record may reach beyond a whole chunk
	c.ids, c.kws, c.offs = make([]uint64, 0, guess), make([]uint16, 0, guess), make([]uint32, 0, guess)
	p := c.from
	for {
		p = skipBlanks(data, p)
		if p < len(data) && data[p] == '/' {
			q, ok := skipComment(data, p)
			if !ok {
				c.stop(p, truncated)
				return
			}
			if q > p {
				p = q
				continue
			}
		}
		if p >= c.end || c.state == ended {
			c.next = p
			return
		}
		var ok bool
		if data[p] == '#' && c.state == inData {
			p, ok = c.record(data, p)
		} else {
			p, ok = c.statement(data, p)
		}
		if !ok {
			c.stop(p, truncated)
			return
		}
	}
}

func (c *chunk) stop(p int, s scanState) { c.next, c.state = p, s }

// fault reports something at p, which is inside the record read last unless
// free.
func (c *chunk) fault(p int, msg string, free bool) {
	c.faults = append(c.faults, fault{uint32(p), msg, free})
}

// record reads the record that begins with the # at p and returns where it
// ends, or where it begins if the file ends first.
func (c *chunk) record(data []byte, p int) (int, bool) {
	start := p
	p = skipTrivia(data, p+1)
	var id uint64
	digits := p
	for p < len(data) && isDigit(data[p]) {
		id = id*10 + uint64(data[p]-'0')
		p++
	}
	digits = p - digits
	if p < len(data) && data[p] != '=' {
		p = skipTrivia(data, p)
	}
	if p >= len(data) {
		return start, false
	}
	if data[p] != '=' || digits == 0 || digits > 18 {
		c.fault(start, "not a record: an instance number of 1 to 18 digits and = are due; skipped to the next ;", true)
		return skipStatement(data, start)
	}
	p = skipTrivia(data, p+1)
	if p < len(data) && data[p] == '(' {
		c.fault(start, "complex instance, which IFC does not have; skipped", true)
		return skipStatement(data, start)
	}
	open := bytes.IndexByte(data[p:min(len(data), p+maxKeyword)], '(')
	if open < 0 {
		if len(data)-p < maxKeyword && bytes.IndexByte(data[p:], ';') < 0 {
			return start, false
		}
		c.fault(start, "record without arguments; skipped to the next ;", true)
		return skipStatement(data, start)
	}
	kw, ok := c.keywords.intern(data[p : p+open])
	if !ok && bytes.Contains(data[p:p+open], commentStart) {
		// The parenthesis may have been one in a comment.
		if open, ok = openBehindComments(data, p); ok {
			kw, ok = c.keywords.intern(data[p : p+open])
		}
	}
	if !ok {
		c.fault(start, "record without a readable keyword; skipped to the next ;", true)
		return skipStatement(data, start)
	}
	p += open + 1
	args := p
	p, ok = c.arguments(data, p)
	if !ok {
		return start, false
	}
	if len(c.first) < joinable {
		c.first = append(c.first, start)
	}
	c.ids, c.kws, c.offs = append(c.ids, id), append(c.kws, kw), append(c.offs, uint32(args))
	return p, true
}

// faultLineBreak may mean no more than it says, or that records are lost: a quote
// that is missing takes all up to the next one.
const faultLineBreak = "line break in a string; kept, unless a quote is missing here"

// Steps of the scan through arguments: how a byte changes the depth, or that
// it needs a look.
const look = -128

var depthStep = func() (t [256]int8) {
	t['('], t[')'] = 1, -1
	t[';'], t['\''], t['/'], t['='] = look, look, look, look
	return
}()

// arguments skips the arguments of a record from behind their opening
// parenthesis to behind the semicolon.
func (c *chunk) arguments(data []byte, p int) (int, bool) {
	start := p
	// seen gathers the bits of every depth there was: one above MaxNesting or
	// below zero leaves a bit that the others do not have.
	depth, seen := 1, 1
	for {
		for p < len(data) {
			s := depthStep[data[p]]
			if s == look {
				break
			}
			depth += int(s)
			seen |= depth
			p++
		}
		if p >= len(data) {
			return start, false
		}
		switch data[p] {
		case ';':
			c.checkDepth(depth, seen, start)
			return p + 1, true
		case '\'':
			q, ok := skipString(data, p)
			if !ok {
				return start, false
			}
			if q-p > MaxString {
				c.fault(p, fmt.Sprintf("string is longer than MaxString (%d bytes); read as unset", MaxString), false)
			}
			if bytes.IndexByte(data[p:q], '\n') >= 0 {
				c.fault(p, faultLineBreak, false)
			}
			p = q
		case '/':
			q, ok := skipComment(data, p)
			if !ok {
				return start, false
			}
			p = max(q, p+1)
		case '=':
			// Only a semicolon that is missing brings the scan here.
			if q, ok := recordBefore(data, p, start); ok {
				c.fault(start, "record is not ended by ;", false)
				c.checkDepth(depth, seen, start)
				return q, true
			}
			p++
		}
	}
}

func (c *chunk) checkDepth(depth, seen, start int) {
	switch {
	case seen < 0:
		c.fault(start, "record has more closing than opening parentheses; read up to the first that is too many", false)
	case seen > MaxNesting:
		c.fault(start, fmt.Sprintf("record nests deeper than MaxNesting (%d); what is deeper is read as unset", MaxNesting), false)
	case depth > 0:
		c.fault(start, unclosed, false)
	}
}

// recordBefore tells whether the = at p belongs to a record that begins behind
// start, and where that begins.
func recordBefore(data []byte, p, start int) (int, bool) {
	q := p - 1
	for q > start && isBlank(data[q]) {
		q--
	}
	n := q
	for q > start && isDigit(data[q]) {
		q--
	}
	return q, q > start && q < n && data[q] == '#'
}

// statement reads what is no record: the words between sections.
func (c *chunk) statement(data []byte, p int) (int, bool) {
	end, ok := skipStatement(data, p)
	word := leadingWord(data[p:])
	switch {
	case word == "ENDSEC":
		c.state = betweenSections
	case strings.HasPrefix(word, "END-ISO-10303-21"):
		if c.state == inData {
			c.fault(p, "ENDSEC is missing before END-ISO-10303-21", true)
		}
		c.state = ended
	case c.state == betweenSections:
		if word == "DATA" {
			c.state = inData
		}
	case ok && data[p] != ';':
		c.fault(p, "text that is no record; skipped to the next ;", true)
	}
	if !ok && (c.state == ended || c.state == betweenSections) {
		return len(data), true // the last word needs no semicolon
	}
	if !ok {
		return p, false
	}
	return end, true
}

// leadingWord returns the word of letters, digits and - that s begins with, in
// upper case. None that is looked for is longer than 32 bytes.
func leadingWord(s []byte) string {
	n := 0
	for n < min(len(s), 32) && (isWord(s[n]) || s[n] == '-') {
		n++
	}
	return strings.ToUpper(string(s[:n]))
}

// openBehindComments returns how far behind p the first parenthesis opens that
// is in no comment, at most maxKeyword.
func openBehindComments(data []byte, p int) (int, bool) {
	for q := p; q < min(len(data), p+maxKeyword); q++ {
		switch data[q] {
		case '(':
			return q - p, true
		case ';':
			return 0, false
		case '/':
			end, ok := skipComment(data, q)
			if !ok {
				return 0, false
			}
			q = max(q, end-1)
		}
	}
	return 0, false
}

// keywordTable gives each keyword a number, in order of first use.
type keywordTable struct {
	names []string
	raw   map[string]uint16 // as written
	index map[string]uint16 // upper case, without blanks and comments
	slots [1024]keywordSlot
	last  []byte
	lastK uint16
	full  bool
}

// keywordSlot remembers one spelling by length, head and tail: a hit needs no
// look at a map.
type keywordSlot struct {
	head, tail uint64
	k          uint16
	n          uint8
}

var errKeyword = errors.New("no keyword")

func (t *keywordTable) intern(b []byte) (uint16, bool) {
	if bytes.Equal(b, t.last) {
		return t.lastK, true
	}
	// Up to 16 bytes head and tail overlap or meet, so that they are all of it.
	var slot *keywordSlot
	if n := len(b); n >= 8 && n < 256 {
		head, tail := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
		h := (head ^ tail*0x9E3779B97F4A7C15 ^ uint64(n)) * 0xD6E8FEB86659FD93
		slot = &t.slots[h>>54]
		if slot.head == head && slot.tail == tail && int(slot.n) == n && (n <= 16 || t.names[slot.k][8:n-8] == string(b[8:n-8])) {
			t.last, t.lastK = b, slot.k
			return slot.k, true
		}
		*slot = keywordSlot{head: head, tail: tail, n: uint8(n)}
	}
	k, ok := t.raw[string(b)]
	if !ok {
		name, err := cleanKeyword(b)
		if err != nil {
			if slot != nil {
				*slot = keywordSlot{}
			}
			return 0, false
		}
		if k, ok = t.add(name); !ok {
			if slot != nil {
				*slot = keywordSlot{}
			}
			t.full = true
			return 0, false
		}
		if t.raw == nil {
			t.raw = map[string]uint16{}
		}
		t.raw[string(b)] = k
	}
	if slot != nil {
		slot.k = k
		if t.names[k] != string(b) { // only the plain spelling can be compared with the name
			*slot = keywordSlot{}
		}
	}
	t.last, t.lastK = b, k
	return k, true
}

func (t *keywordTable) add(name string) (uint16, bool) {
	if k, ok := t.index[name]; ok {
		return k, true
	}
	if len(t.names) >= MaxKeywords {
		return 0, false
	}
	if t.index == nil {
		t.index = map[string]uint16{}
	}
	k := uint16(len(t.names))
	t.names = append(t.names, name)
	t.index[name] = k
	return k, true
}

// cleanKeyword takes blanks, comments and lower case from a keyword.
func cleanKeyword(b []byte) (string, error) {
	for {
		i := bytes.Index(b, commentStart)
		if i < 0 {
			break
		}
		q, ok := skipComment(b, i)
		if !ok {
			return "", errKeyword
		}
		b = slices.Concat(b[:i], b[q:])
	}
	name := strings.ToUpper(string(bytes.TrimSpace(b)))
	for i := range len(name) {
		c := name[i]
		if !(c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '!' && i == 0) {
			return "", errKeyword
		}
	}
	if name == "" {
		return "", errKeyword
	}
	return name, nil
}
