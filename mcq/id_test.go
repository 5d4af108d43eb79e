package mcq

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestID(t *testing.T) {
	t.Parallel()
	f := Fact{GUID: "2OrWItJ6zAwBNp0OUxK$CR"}
	// printf '%s' SHA256'class_by_guid{"guid":"2OrWItJ6zAwBNp0OUxK$CR"}' | sha256sum
	const hash = "83309c3a"
	for _, c := range []struct{ file, stem string }{
		{"Duplex_A_20110907.ifc", "duplex_a_20110907"},
		{"/models/b/Duplex.IFC", "duplex"},
		{`C:\models\Duplex.ifcZIP`, "duplex"},
		{"duplex.ifc.gz", "duplex"},
		{"duplex.v2.ifc", "duplex.v2"},
		{"duplex", "duplex"},
		{"Büro (alt) #3.ifc", "büro__alt___3"},
		{"事務所.ifc", "事務所"},
		{"a\xffb.ifc", "a_b"},
		{".ifc", "_"},
		{"x.ifc.ifc", "x.ifc"},
	} {
		if got, want := ID(c.file, ClassByGUID, sha, f), c.stem+"/cls/class_by_guid/"+hash; got != want {
			t.Errorf("%q: got %s, want %s", c.file, got, want)
		}
	}
}

// A fact that was written with its members in another order is the same fact.
func TestIDIgnoresMemberOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f, sub := drawFact.Draw(t, "fact"), rapid.SampledFrom(Subtypes()).Draw(t, "subtype")
		want := ID("a.ifc", sub, sha, f)
		var m map[string]json.RawMessage
		if err := json.Unmarshal(f.Canonical(), &m); err != nil {
			t.Fatal(err)
		}
		var members []string
		for k, v := range m {
			members = append(members, `"`+k+`" : `+string(v))
		}
		slices.Sort(members) // map order is random, a property test must not be
		members = rapid.Permutation(members).Draw(t, "members")
		var back Fact
		if err := json.Unmarshal([]byte("{"+strings.Join(members, ",\n")+"}"), &back); err != nil {
			t.Fatal(err)
		}
		if got := ID("a.ifc", sub, sha, back); got != want {
			t.Fatalf("%s became %s", want, got)
		}
	})
}

func TestIDDependsOnAllOfIt(t *testing.T) {
	t.Parallel()
	f := Fact{GUID: "g", Pset: Named("P"), Property: "Q"}
	seen := map[string]bool{}
	add := func(id string) {
		hash := id[len(id)-8:]
		if seen[hash] {
			t.Errorf("%s is not new", id)
		}
		seen[hash] = true
	}
	add(ID("a.ifc", PropertyValue, sha, f))
	add(ID("a.ifc", ValueOrNull, sha, f))
	add(ID("a.ifc", PropertyValue, strings.Repeat("0", 64), f))
	f.Pset = Unnamed()
	add(ID("a.ifc", PropertyValue, sha, f))
	f.Pset = Named("")
	add(ID("a.ifc", PropertyValue, sha, f))
	f.Pset = SetName{}
	add(ID("a.ifc", PropertyValue, sha, f))
}
