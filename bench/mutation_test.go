package bench

import (
	"context"
	"slices"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/sample"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/verify"
)

// sampleItems makes many items of the sample building.
func sampleItems(t *testing.T) []mcq.Item {
	t.Helper()
	m := read(t, sample.House())
	p, err := FromModel(context.Background(), m, sample.Name, Options{Seed: 1, Cap: 120})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Source.Categories {
		if len(c.Rejected) > 0 {
			t.Errorf("%s: rejected %v", c.Category, c.Rejected)
		}
	}
	return p.Items
}

func read(t *testing.T, data []byte) *ifc.Model {
	t.Helper()
	m, err := ifc.Read(data, step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWrongKeysAreCaught changes the key of every item in every way there is:
// the verifier agrees with none of them.
func TestWrongKeysAreCaught(t *testing.T) {
	t.Parallel()
	items := sampleItems(t)
	v := verify.New(read(t, sample.House()))
	tried := map[mcq.Subtype]int{}
	for _, it := range items {
		for _, o := range it.Options {
			wrong := it
			if it.Type == mcq.Multi { // one right option less, or a wrong one more
				wrong.Answer = slices.Clone(it.Answer)
				if i := slices.Index(it.Answer, o.Key); i >= 0 {
					wrong.Answer = slices.Delete(wrong.Answer, i, i+1)
				} else {
					wrong.Answer = append(wrong.Answer, o.Key)
					slices.Sort(wrong.Answer)
				}
			} else {
				wrong.Answer = []string{o.Key}
				if slices.Equal(wrong.Answer, it.Answer) {
					continue
				}
			}
			tried[it.Subtype]++
			if Disagreement(v, wrong) == nil {
				t.Errorf("%s: the verifier agrees with key %v, right is %v", it.ID, wrong.Answer, it.Answer)
			}
		}
	}
	for _, s := range mcq.Subtypes() {
		if tried[s] == 0 {
			t.Errorf("the sample building has no item of %s", s)
		}
	}
}

// TestChangedModelsAreCaught changes one kind of relation or value in the sample
// building and asks the verifier about the items of the unchanged one: it must
// find some of the keys of each subtype that rests on the relation wrong now.
func TestChangedModelsAreCaught(t *testing.T) {
	t.Parallel()
	items := sampleItems(t)
	for _, tc := range []struct {
		name    string
		keyword string
		arg     int
		to      string // what the argument becomes; "" takes it from another record
		caught  []mcq.Subtype
	}{
		{"types", "IFCRELDEFINESBYTYPE", 5, "", []mcq.Subtype{mcq.TypeObject, mcq.TypeCount, mcq.PropertyValue}},
		{"containment", "IFCRELCONTAINEDINSPATIALSTRUCTURE", 5, "", []mcq.Subtype{mcq.ElementStorey, mcq.StoreyCount}},
		{"aggregation", "IFCRELAGGREGATES", 4, "", []mcq.Subtype{mcq.SpaceStorey, mcq.StoreyBuilding}},
		{"hosts of openings", "IFCRELVOIDSELEMENT", 4, "", []mcq.Subtype{mcq.OpeningHost, mcq.FillerHost, mcq.HostFillers}},
		{"openings without hosts", "IFCRELVOIDSELEMENT", 4, "$", []mcq.Subtype{mcq.OpeningHost, mcq.OpeningCount, mcq.FillerHost, mcq.HostFillers}},
		{"fillings", "IFCRELFILLSELEMENT", 4, "", []mcq.Subtype{mcq.FillerHost, mcq.HostFillers}},
		{"spaces of boundaries", "IFCRELSPACEBOUNDARY", 4, "", []mcq.Subtype{mcq.ElementSpaces, mcq.SpaceElements, mcq.BoundaryCheck}},
		{"elements of boundaries", "IFCRELSPACEBOUNDARY", 5, "", []mcq.Subtype{mcq.ElementSpaces, mcq.SpaceElements, mcq.BoundaryCheck}},
		{"kinds of boundaries", "IFCRELSPACEBOUNDARY", 7, ".VIRTUAL.", []mcq.Subtype{mcq.ElementSpaces, mcq.SpaceElements, mcq.BoundaryCheck}},
		{"materials", "IFCRELASSOCIATESMATERIAL", 5, "", []mcq.Subtype{mcq.MaterialName, mcq.MaterialSet}},
		{"names of materials", "IFCMATERIAL", 0, "", []mcq.Subtype{mcq.MaterialName, mcq.MaterialSet}},
		{"sets of objects", "IFCRELDEFINESBYPROPERTIES", 5, "", []mcq.Subtype{
			mcq.PropertyValue, mcq.BooleanCheck, mcq.PropertyExistence, mcq.ValueOrNull, mcq.Length, mcq.Area, mcq.Volume, mcq.NetVsGross,
			mcq.PropertySum, mcq.PropertyMean, mcq.QuantitySum, mcq.QuantityMean, mcq.Pairwise, mcq.Largest, mcq.Smallest}},
		{"values of properties", "IFCPROPERTYSINGLEVALUE", 2, "", []mcq.Subtype{mcq.PropertyValue, mcq.BooleanCheck, mcq.PropertySum, mcq.PropertyMean}},
		{"unset properties", "IFCPROPERTYSINGLEVALUE", 2, "$", []mcq.Subtype{mcq.PropertyValue, mcq.BooleanCheck, mcq.PropertyExistence, mcq.ValueOrNull}},
		{"names of properties", "IFCPROPERTYSINGLEVALUE", 0, "", []mcq.Subtype{mcq.PropertyValue, mcq.BooleanCheck, mcq.PropertyExistence, mcq.ValueOrNull}},
		{"lengths", "IFCQUANTITYLENGTH", 3, "", []mcq.Subtype{mcq.Length, mcq.QuantitySum, mcq.QuantityMean}},
		{"areas", "IFCQUANTITYAREA", 3, "", []mcq.Subtype{mcq.Area, mcq.NetVsGross}},
		{"volumes", "IFCQUANTITYVOLUME", 3, "", []mcq.Subtype{mcq.Volume}},
		{"prefix of units", "IFCSIUNIT", 2, ".CENTI.", []mcq.Subtype{mcq.Length, mcq.Area, mcq.Volume, mcq.QuantitySum, mcq.QuantityMean}},
		{"depths of extrusions", "IFCEXTRUDEDAREASOLID", 3, "", []mcq.Subtype{mcq.PointInBox, mcq.ExtentCompare}},
		{"placements", "IFCLOCALPLACEMENT", 1, "", []mcq.Subtype{mcq.PointInBox, mcq.BaseElevation}},
		{"attributes", "IFCDOOR", 9, "", []mcq.Subtype{mcq.AttributeValue}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			v := verify.New(read(t, change(t, sample.House(), tc.keyword, tc.arg, tc.to)))
			caught := map[mcq.Subtype]int{}
			for _, it := range items {
				if Disagreement(v, it) != nil {
					caught[it.Subtype]++
				}
			}
			for _, s := range tc.caught {
				if caught[s] == 0 {
					t.Errorf("no item of %s was found wrong", s)
				}
			}
		})
	}
}

// TestChangedClassIsCaught makes windows of the doors.
func TestChangedClassIsCaught(t *testing.T) {
	t.Parallel()
	text := sample.House()
	text = replaceAll(text, "=IFCDOOR(", "=IFCWINDOW(")
	v := verify.New(read(t, text))
	caught := map[mcq.Subtype]int{}
	for _, it := range sampleItems(t) {
		if Disagreement(v, it) != nil {
			caught[it.Subtype]++
		}
	}
	for _, s := range []mcq.Subtype{mcq.ClassByGUID, mcq.FileCount, mcq.StoreyCount} {
		if caught[s] == 0 {
			t.Errorf("no item of %s was found wrong", s)
		}
	}
}

// change gives an argument of every record of a keyword another text, or that of
// the record half way round: neighbours often say the same.
func change(t *testing.T, data []byte, keyword string, arg int, to string) []byte {
	t.Helper()
	f, err := step.Parse(data, step.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var values []step.Value
	for row := range f.Rows() {
		if f.Keyword(row) == keyword {
			values = append(values, f.Arg(row, arg))
		}
	}
	if len(values) < 2 {
		t.Fatalf("%d records of %s", len(values), keyword)
	}
	var out []byte
	from := 0
	for i, v := range values {
		out = append(out, data[from:v.Offset()]...)
		if to != "" {
			out = append(out, to...)
		} else {
			out = append(out, values[(i+len(values)/2)%len(values)].Raw()...)
		}
		from = v.Offset() + len(v.Raw())
	}
	return append(out, data[from:]...)
}
