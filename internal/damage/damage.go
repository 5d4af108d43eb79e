// Package damage breaks building models in the ways that files are broken in:
// references to the wrong record or to none, numbers out of range, records lost,
// exchanged, or given a member twice. A reader must come to an end on them, and
// what is asked about them must have one answer.
package damage

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
)

var (
	reference = regexp.MustCompile(`#\d+`)
	number    = regexp.MustCompile(`-?\d+\.\d*(E[-+]?\d+)?`)
	list      = regexp.MustCompile(`\((#\d+[^()]*)\)`)
)

// someNumbers are those that readers break on.
var someNumbers = []string{"0.", "-1.", "1.E9", "1.E-7", "1.E300", "-1.E12", "3", "NAN", "$"}

// Model returns data, a record a line, with edits drawn from r.
func Model(data []byte, r *rand.Rand, edits int) []byte {
	lines := bytes.Split(data, []byte("\n"))
	for range edits {
		at := r.IntN(len(lines))
		if line := edit(lines, at, r); line != nil {
			lines[at] = line
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// edit returns a line as it is to be, nil if nothing can be done to it. It may change
// another line too.
func edit(lines [][]byte, at int, r *rand.Rand) []byte {
	line := lines[at]
	refs := reference.FindAllIndex(line, -1)
	replace := func(with string) []byte { // a reference but the record's own number
		if len(refs) < 2 {
			return nil
		}
		return spliced(line, refs[1+r.IntN(len(refs)-1)], with)
	}
	switch r.IntN(7) {
	case 0:
		return replace(fmt.Sprintf("#%d", 1+r.IntN(len(lines))))
	case 1:
		if len(refs) > 0 {
			return replace(string(line[refs[0][0]:refs[0][1]]))
		}
	case 2:
		return replace("$")
	case 3:
		if all := number.FindAllIndex(line, -1); len(all) > 0 {
			return spliced(line, all[r.IntN(len(all))], someNumbers[r.IntN(len(someNumbers))])
		}
	case 4: // exchanged with another record
		other := r.IntN(len(lines))
		id, record, ok := bytes.Cut(line, []byte("="))
		otherID, otherRecord, otherOK := bytes.Cut(lines[other], []byte("="))
		if ok && otherOK && other != at {
			lines[other] = bytes.Join([][]byte{otherID, record}, []byte("="))
			return bytes.Join([][]byte{id, otherRecord}, []byte("="))
		}
	case 5:
		if all := list.FindAllSubmatchIndex(line, -1); len(all) > 0 {
			m := all[r.IntN(len(all))]
			members := string(line[m[2]:m[3]])
			return spliced(line, m[2:4], members+","+members)
		}
	case 6:
		if len(refs) > 0 { // a record, not the file's frame
			return []byte{}
		}
	}
	return nil
}

// spliced returns line with what stands between two places replaced.
func spliced(line []byte, between []int, with string) []byte {
	return bytes.Join([][]byte{line[:between[0]], line[between[1]:]}, []byte(with))
}
