package step

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestNumbersAreCorrectlyRounded compares with strconv bit by bit: decimal
// strings of all lengths, with and without point and exponent.
func TestNumbersAreCorrectlyRounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`[0-9]{1,25}`).Draw(t, "digits")
		point := rapid.IntRange(-1, len(digits)).Draw(t, "point")
		s := digits
		if point >= 0 {
			s = digits[:point] + "." + digits[point:]
		}
		s = rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "sign") + s
		if rapid.Bool().Draw(t, "exponent") {
			e := rapid.IntRange(-330, 330).Draw(t, "e")
			if rapid.Bool().Draw(t, "small") {
				e %= 25
			}
			s += rapid.SampledFrom([]string{"E", "e", "D", "d"}).Draw(t, "letter") + fmt.Sprintf(rapid.SampledFrom([]string{"%d", "%+d", "%03d"}).Draw(t, "format"), e)
		}
		compareFloat(t, s)
	})
}

// TestNumbersThatAreHardToRound holds halfway cases and limits of the short way.
func TestNumbersThatAreHardToRound(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"9007199254740991", "9007199254740992", "9007199254740993", "9007199254740993.", "9007199254740995E0",
		"1E22", "1E23", "1E-22", "1E-23", "9007199254740991E22", "9007199254740991E-22", "0.000000000000000001", "9999999999999999999",
		"18446744073709551615", "18446744073709551616", "2.2250738585072011E-308", "2.2250738585072014E-308", "4.9E-324", "2.4E-324", "1E-400",
		"1.7976931348623157E308", "1.7976931348623158E308", "1.7976931348623159E308", "0E400", "-0", "-0.", "0.E-5", "1E00000000000000001",
		"1E-99999999999999999999", "1E99999999999999999999", "0.1", "0.30479999999999996", "1.E+1", ".5", "-.5",
	} {
		compareFloat(t, s)
	}
}

func compareFloat(t interface{ Errorf(string, ...any) }, s string) {
	want, err := strconv.ParseFloat(strings.NewReplacer("D", "E", "d", "e").Replace(s), 64)
	valid := err == nil && !math.IsInf(want, 0)
	got, ok := parseFloat([]byte(s))
	if ok != valid || valid && math.Float64bits(got) != math.Float64bits(want) {
		t.Errorf("%s: %v %v, want %v %v", s, got, ok, want, valid)
	}
}
