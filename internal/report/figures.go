package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ifcmcq/ifcmcq/score"
)

// none stands where there is no figure.
const none = "–"

// percent prints a share in hundredths, without the sign.
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) }

func percentOf(x *float64) string {
	if x == nil {
		return none
	}
	return percent(*x)
}

// rangeOf prints an interval in hundredths.
func rangeOf(i *score.Interval) string {
	if i == nil {
		return none
	}
	return percent(i.Low) + "–" + percent(i.High)
}

// points prints a difference in hundredths, with its sign.
func points(x float64) string {
	if s := fmt.Sprintf("%+.1f", 100*x); s != "-0.0" {
		return s
	}
	return "+0.0"
}

func pointsRange(i *score.Interval) string {
	if i == nil {
		return none
	}
	return points(i.Low) + " to " + points(i.High)
}

// pValue prints a p-value as far as it is worth reading.
func pValue(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// mean prints a mean of counts: more digits for small ones.
func mean(x float64) string {
	if math.Abs(x) < 100 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return thousands(int64(math.Round(x)))
}

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i, r := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// dollars prints an amount with as many digits as it takes to see it.
func dollars(x *float64) string {
	switch {
	case x == nil:
		return none
	case *x == 0:
		return "0"
	case *x >= 1:
		return strconv.FormatFloat(*x, 'f', 2, 64)
	}
	return strconv.FormatFloat(*x, 'g', 2, 64)
}

func seconds(ms int64) string { return strconv.FormatFloat(float64(ms)/1000, 'f', 2, 64) }

func count(n int) string { return strconv.Itoa(n) }

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(int64(n)) + " " + many
}
