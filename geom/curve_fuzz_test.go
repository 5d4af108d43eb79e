package geom

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the numbers, a curve gives finite points or an error, in bounded time.
func TestCurvesOfAnyNumbers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		x := func() string {
			v := rapid.SampledFrom([]float64{0, 1, -1, .5, 1e-9, 1e-3, 30, 1e3, 1e12, 1e300}).Draw(rt, "x")
			return fmt.Sprintf("%.17E", v)
		}
		records := fmt.Sprintf(`#1=IFCCARTESIANPOINT((%s,%s));
#2=IFCDIRECTION((%s,%s));
#3=IFCAXIS2PLACEMENT2D(#1,#2);
#4=IFCCIRCLE(#3,%s);
#5=IFCELLIPSE(#3,%s,%s);
#6=IFCCARTESIANPOINT((%s,%s));
#7=IFCCARTESIANPOINT((%s,%s));
#8=IFCBSPLINECURVEWITHKNOTS(2,(#1,#6,#7,#1),.UNSPECIFIED.,.F.,.F.,(3,1,3),(%s,%s,%s),.UNSPECIFIED.);
`, x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x())
		for i, basis := range []int{4, 5, 8} {
			records += fmt.Sprintf("#%d=IFCTRIMMEDCURVE(#%d,(IFCPARAMETERVALUE(%s),#6),(#7,IFCPARAMETERVALUE(%s)),.F.,.UNSPECIFIED.);\n", 20+2*i, basis, x(), x())
			records += fmt.Sprintf("#%d=IFCTRIMMEDCURVE(#%d,(IFCPARAMETERVALUE(%s),#6),(#7,IFCPARAMETERVALUE(%s)),.T.,.PARAMETER.);\n", 21+2*i, basis, x(), x())
		}
		k := kernelOf(t, records)
		for _, id := range []uint64{4, 5, 8, 20, 21, 22, 23, 24, 25} {
			points, _, err := k.curve(k.m.ByID(id))
			if err == nil && len(points) < 2 {
				rt.Fatalf("#%d: %d points", id, len(points))
			}
			for _, p := range points {
				if !p.Finite() || math.IsNaN(p.X) {
					rt.Fatalf("#%d: %v", id, p)
				}
			}
		}
	})
}
