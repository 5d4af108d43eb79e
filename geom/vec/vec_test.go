package vec

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawV3(t *rapid.T, name string) V3 {
	f := rapid.Float64Range(-100, 100)
	return V3{f.Draw(t, name+"x"), f.Draw(t, name+"y"), f.Draw(t, name+"z")}
}

func TestInverseUndoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := Affine{drawV3(t, "X"), drawV3(t, "Y"), drawV3(t, "Z"), drawV3(t, "O")}
		if math.Abs(a.Det()) < 1 {
			return // too flat for numbers to say much
		}
		inv, ok := a.Inverse()
		if !ok {
			t.Fatal("no inverse")
		}
		p := drawV3(t, "p")
		q := a.Point(p)
		if back := inv.Point(q); back.Dist(p) > 1e-6*(1+p.Len()+q.Len()) {
			t.Fatalf("%v came back as %v", p, back)
		}
		b := Affine{drawV3(t, "bX"), drawV3(t, "bY"), drawV3(t, "bZ"), drawV3(t, "bO")}
		both := a.Mul(b)
		first := b.Point(p)
		if one, two := both.Point(p), a.Point(first); one.Dist(two) > 1e-9*(1+two.Len())*1e3 {
			t.Fatalf("one map gives %v, two %v", one, two)
		}
	})
}

func TestBox(t *testing.T) {
	t.Parallel()
	b := Empty()
	if !b.IsEmpty() {
		t.Error("the empty box is not empty")
	}
	b.Join(Empty())
	if !b.IsEmpty() {
		t.Error("joined with nothing it is not empty")
	}
	b.Add(V3{1, 2, 3})
	b.Add(V3{-1, 5, 0})
	if b.Lo != (V3{-1, 2, 0}) || b.Hi != (V3{1, 5, 3}) || b.Size() != (V3{2, 3, 3}) {
		t.Errorf("box %v", b)
	}
	if !b.Contains(V3{0, 2, 3}) || b.Contains(V3{0, 1.9, 3}) {
		t.Error("what is inside")
	}
	if !b.Overlaps(Box{V3{1, 5, 3}, V3{9, 9, 9}}) || b.Overlaps(Box{V3{1.1, 5, 3}, V3{9, 9, 9}}) {
		t.Error("what overlaps")
	}
}
