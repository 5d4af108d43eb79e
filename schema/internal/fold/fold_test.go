package fold

import (
	"strings"
	"testing"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", "", true},
		{"IfcWall", "IFCWALL", true},
		{"ifcwall", "IFCWALL", true},
		{"IfcWall", "IFCWALLS", false},
		{"IfcWalk", "IFCWALL", false},
		{"@", "`", false},
		{"[", "{", false},
		{"Ifc\x11", "Ifc1", false},
		{"IfcRelSpaceBoundary1stLevel", "IFCRELSPACEBOUNDARY1STLEVEL", true},
	} {
		if got := Equal(c.a, c.b); got != c.want {
			t.Errorf("Equal(%q, %q) = %v", c.a, c.b, got)
		}
		if got := Equal([]byte(c.a), c.b); got != c.want {
			t.Errorf("Equal of bytes(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestHashIgnoresCase(t *testing.T) {
	name := "IfcRelSpaceBoundary1stLevel_x"
	for n := range len(name) + 1 {
		s := name[:n]
		h := Hash(s)
		if Hash(strings.ToUpper(s)) != h || Hash(strings.ToLower(s)) != h || Hash([]byte(s)) != h {
			t.Errorf("hash of %q depends on its case", s)
		}
	}
}
