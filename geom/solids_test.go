package geom

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
	"github.com/ifcmcq/ifcmcq/step"
)

// oracle is what IfcOpenShell says of the shapes of a file.
type oracle struct {
	Boxes map[string]struct {
		N      int     `json:"n"`
		Volume float64 `json:"volume"`
		Area   float64 `json:"area"`
		Closed bool    `json:"closed"`
	} `json:"boxes"`
}

// solidShare is how many of IfcOpenShell's closed meshes ours must equal, and
// solidError within what share of volume and area.
const (
	solidShare = 0.99
	solidError = 0.001
)

// facingIn is the reason for a volume that differs though the area does not and
// our mesh is closed: IfcOpenShell's triangles do not all face outwards, so that
// its volume depends on where the element stands. The same furniture in another
// room has another one.
const facingIn = "same surface, not all of it facing outwards in IfcOpenShell"

// oracleDigits is half of the last digit that the oracle states.
const oracleDigits = 1e-9

// TestSolids compares the volumes and areas of closed meshes over the corpus.
func TestSolids(t *testing.T) {
	root := sharedtest.Oracle(t)
	files := sharedtest.Corpus(t)
	type verdict struct{ file, guid, class, what string }
	var mu sync.Mutex
	var wrong []verdict
	compared, open := 0, 0
	var wg sync.WaitGroup
	queue := make(chan string)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for path := range queue {
				want, err := readOracle(filepath.Join(root, filepath.Base(filepath.Dir(path)), filepath.Base(path)+".json.gz"))
				if err != nil {
					continue // refused, or without shapes
				}
				m, err := ifc.Open(path, step.Options{Workers: 1})
				if err != nil {
					continue
				}
				k := New(m, Options{})
				for _, guid := range sortedGUIDs(want) {
					w := want.Boxes[guid]
					e := m.Unique(guid)
					if !w.Closed || !e.Exists() || w.N == 0 || math.Abs(w.Volume) < 1e-9 {
						continue
					}
					what, closed := compareSolid(k, e, math.Abs(w.Volume), w.Area)
					mu.Lock()
					compared++
					if !closed {
						open++
					}
					if what != "" {
						wrong = append(wrong, verdict{filepath.Base(path), guid, e.Class(), what})
					}
					mu.Unlock()
				}
				m.Close()
			}
		})
	}
	for _, f := range files {
		queue <- f
	}
	close(queue)
	wg.Wait()
	if compared == 0 {
		t.Skip("no closed mesh to compare with")
	}
	slices.SortFunc(wrong, func(a, b verdict) int { return strings.Compare(a.file+a.guid, b.file+b.guid) })
	for _, v := range wrong {
		t.Logf("%s %s %s: %s", v.file, v.class, v.guid, v.what)
	}
	all := len(wrong)
	wrong = slices.DeleteFunc(wrong, func(v verdict) bool { return strings.HasPrefix(v.what, facingIn) })
	t.Logf("%d closed meshes compared, %d differ, %d for %q; %d of ours are open", compared, all, all-len(wrong), facingIn, open)
	if float64(len(wrong)) > (1-solidShare)*float64(compared) {
		t.Errorf("%d of %d differ, more than %.1f %%", len(wrong), compared, 100*(1-solidShare))
	}
}

// compareSolid says in what our mesh of e differs, and whether it is closed.
func compareSolid(k *Kernel, e ifc.Entity, volume, area float64) (what string, closed bool) {
	m, err := k.Mesh(e)
	if err != nil {
		return err.Error(), true
	}
	m.Weld()
	closed = m.Closed()
	v, a := math.Abs(m.Volume()), m.Area()
	sameVolume := math.Abs(v-volume) <= solidError*volume+oracleDigits
	sameArea := math.Abs(a-area) <= solidError*area+oracleDigits
	switch {
	case !sameArea:
		return fmt.Sprintf("area %.6g, IfcOpenShell %.6g (%+.2f %%), volume %.6g, IfcOpenShell %.6g", a, area, 100*(a/area-1), v, volume), closed
	case !sameVolume && closed:
		return fmt.Sprintf("%s: volume %.6g, IfcOpenShell %.6g", facingIn, v, volume), closed
	case !sameVolume:
		return fmt.Sprintf("volume %.6g, IfcOpenShell %.6g (%+.2f %%), ours is open", v, volume, 100*(v/volume-1)), closed
	}
	return "", closed
}

func readOracle(path string) (oracle, error) {
	var o oracle
	f, err := os.Open(path)
	if err != nil {
		return o, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return o, err
	}
	return o, json.NewDecoder(z).Decode(&o)
}

func sortedGUIDs(o oracle) []string {
	var out []string
	for g := range o.Boxes {
		out = append(out, g)
	}
	slices.Sort(out)
	return out
}
