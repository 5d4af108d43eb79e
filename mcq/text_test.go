package mcq

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFormatNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    any
		want string
	}{
		{0, "0"}, {int64(-12), "-12"}, {int64(12345678901), "12345678901"},
		{Real(5), "5"}, {5.0, "5"}, {2.01, "2.01"}, {-0.885, "-0.885"},
		{1.0 / 3, "0.333333"}, {2.0 / 3, "0.666667"}, {1234567.0, "1234570"}, {1234564.9, "1234560"},
		{0.1 + 0.2, "0.3"}, {99.99999, "100"},
		{1e-4, "0.0001"}, {0.00012345678, "0.000123457"}, {0.0000999999999, "0.0001"}, {0.0000999, "9.99e-05"}, {1.5e-5, "1.5e-05"},
		{1e9, "1000000000"}, {999999999.9, "1000000000"}, {1000001000.0, "1000000000"}, {1.1e9, "1.1e+09"}, {-2.5e12, "-2.5e+12"},
		{math.Copysign(0, -1), "0"}, {Real(math.Copysign(0, -1)), "0"}, {-5e-324, "-5e-324"}, {math.MaxFloat64, "1.79769e+308"},
		{"text", "text"}, {true, "true"},
	} {
		if got := FormatNumber(c.v); got != c.want {
			t.Errorf("%v: got %s, want %s", c.v, got, c.want)
		}
	}
	if got := FormatQuantity(Real(12.5), "m²"); got != "12.5 m²" {
		t.Error(got)
	}
	if got := FormatQuantity(3, ""); got != "3" {
		t.Error(got)
	}
	if got := FormatPoint([]float64{6, -2.25, 123456.789}); got != "(6, -2.25, 123456.789)" {
		t.Error(got)
	}
}

func TestFormatNumberReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(drawFinite, rapid.Float64Range(1e-5, 1e10), rapid.Float64Range(-1000, 1000)).Draw(t, "v")
		s := FormatNumber(v)
		digits, back, ok := leadingNumber(s)
		if !ok || digits != s {
			t.Fatalf("%v is written %q", v, s)
		}
		if math.Abs(back-v) > 5e-6*math.Abs(v) {
			t.Fatalf("%v is written %s, off by %g", v, s, math.Abs(back-v)/math.Abs(v))
		}
		if !agrees(back, v) {
			t.Fatalf("%v is written %s, which does not agree", v, s)
		}
		if FormatNumber(back) != s {
			t.Fatalf("%s is written %s", s, FormatNumber(back))
		}
		mantissa, _, exp := strings.Cut(s, "e")
		if d := strings.Trim(strings.NewReplacer("-", "", ".", "").Replace(mantissa), "0"); len(d) > 6 {
			t.Fatalf("%s has %d digits", s, len(d))
		}
		if a := math.Abs(back); exp != (a != 0 && (a < 1e-4 || a > 1e9)) {
			t.Fatalf("%s has the wrong form", s)
		}
	})
}

func TestRound12(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ v, want float64 }{
		{0.1 + 0.2, 0.3}, {1234567890123456, 1234567890120000}, {-1.0 / 3, -0.333333333333}, {5, 5},
		{math.MaxFloat64, 1.79769313486e308}, {math.Inf(1), math.Inf(1)},
	} {
		if got := Round12(c.v); got != c.want {
			t.Errorf("%v: got %v, want %v", c.v, got, c.want)
		}
	}
	if math.Signbit(Round12(math.Copysign(0, -1))) {
		t.Error("negative zero stays")
	}
	rapid.Check(t, func(t *rapid.T) {
		v := drawFinite.Draw(t, "v")
		r := Round12(v)
		if Round12(r) != r {
			t.Fatalf("%v, then %v, then %v", v, r, Round12(r))
		}
		if math.Abs(r-v) > 5.1e-12*math.Abs(v) && math.Abs(v) > 1e-300 {
			t.Fatalf("%v became %v", v, r)
		}
	})
}

func TestNearlySame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{1, 1, true}, {1000, 1001, false}, {int64(1000), 1000, true}, {1000, 1001.0, true},
		{1.0, 1.004, true}, {Real(1), 1.0051, false}, {200.0, 201.0, true}, {-1.0, 1.0, false}, {-200.0, -201.0, true},
		{0.0, 0.0, true}, {0.0, 1e-300, true}, {1.6e-21, 1.5e-21, true}, {1e-13, 2e-13, false}, {0, Real(0), true}, {math.NaN(), math.NaN(), false},
		{"1", "1", false}, {nil, nil, false}, {true, true, false},
	} {
		for range 2 {
			if got := NearlySame(c.a, c.b); got != c.want {
				t.Errorf("%v, %v: got %v", c.a, c.b, got)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b string }{
		{"  Level \t 1\n", "level 1"}, {"STRASSE", "Straße"}, {"STRAẞE", "strasse"}, {"ﬁre", "FIRE"}, {"\u212a", "k"},
		{"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"Ä\u00a0\u3000b\x1cC", "ä B c"}, {"İ", "i̇"}, {"", " \n"},
	} {
		if Fold(c.a) != Fold(c.b) {
			t.Errorf("%q and %q fold to %q and %q", c.a, c.b, Fold(c.a), Fold(c.b))
		}
	}
	for _, c := range []struct{ a, b string }{{"ab", "a b"}, {"a", "ä"}, {"ı", "i"}} {
		if Fold(c.a) == Fold(c.b) {
			t.Errorf("%q and %q fold alike", c.a, c.b)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		if f := Fold(s); Fold(f) != f {
			t.Fatalf("%q, then %q, then %q", s, f, Fold(f))
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aAbBsSkKﬁfiß\u212a \t\u00a0")), 0, 6, -1)
		if a, b := text.Draw(t, "a"), text.Draw(t, "b"); Alike(a, b) != (Fold(a) == Fold(b)) {
			t.Fatalf("%q and %q: alike %v", a, b, Alike(a, b))
		}
	})
}

func TestLeadingNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want float64
		ok   bool
	}{
		{"5", 5, true}, {" -4.25 m²", -4.25, true}, {"1.5e-05 m", 1.5e-5, true}, {"+3", 3, true}, {"2.5E12", 2.5e12, true},
		{"", 0, false}, {"m 5", 0, false}, {".5", 0, false}, {"5.", 0, false}, {"3rd floor", 0, false}, {"1,5", 0, false},
		{"1e", 0, false}, {"-", 0, false}, {"0x10", 0, false},
	} {
		if _, got, ok := leadingNumber(c.text); ok != c.ok || ok && got != c.want {
			t.Errorf("%q: %v, %v", c.text, got, ok)
		}
	}
}

func TestPlainNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"(6.0, -2.25, 4.615)", "6 -2.25 4.615"}, {"a1b-2c--3.x", "1 -2 -3"}, {"1.5e-05", "1.5 -5"}, {"- 4 .5 ü", "4 5"}, {"none", ""},
	} {
		var got []string
		for _, v := range plainNumbers(c.text) {
			got = append(got, strconv.FormatFloat(v, 'f', -1, 64))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %s", c.text, s)
		}
	}
}
