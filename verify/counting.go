package verify

import (
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/schema"
)

// fileCount looks at every record of the file and climbs from its class.
func (v *Verifier) fileCount(f mcq.Fact) (answer, error) {
	want, err := v.class(f.Class)
	if err != nil {
		return answer{}, err
	}
	s := v.m.Schema()
	file := v.m.File()
	under := make([]bool, len(file.Keywords()))
	for k, name := range file.Keywords() {
		c, ok := s.Class(name)
		for ; ok && c != schema.NoClass; c = s.Super(c) {
			under[k] = under[k] || c == want
		}
	}
	n := 0
	for row := range file.Rows() {
		if under[file.KeywordIndex(row)] {
			n++
		}
	}
	return count(n), nil
}
