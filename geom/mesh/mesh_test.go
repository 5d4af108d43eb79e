package mesh

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// block is a closed box with a corner at the origin.
func block(x, y, z float64) *Mesh {
	m := &Mesh{}
	for i := range 8 {
		m.Vertices = append(m.Vertices, vec.V3{X: x * float64(i&1), Y: y * float64(i>>1&1), Z: z * float64(i>>2)})
	}
	for _, q := range [][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return m
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func TestMeasures(t *testing.T) {
	t.Parallel()
	m := block(2, 3, 4)
	if !near(m.Volume(), 24) || !near(m.Area(), 52) || !m.Closed() {
		t.Errorf("volume %v, area %v, closed %v", m.Volume(), m.Area(), m.Closed())
	}
	if b := m.Box(); b.Lo != (vec.V3{}) || b.Hi != (vec.V3{X: 2, Y: 3, Z: 4}) {
		t.Errorf("box %v", b)
	}
	m.Flip()
	if !near(m.Volume(), -24) || !m.Closed() {
		t.Errorf("turned inside out: volume %v, closed %v", m.Volume(), m.Closed())
	}
	m.Outward()
	if !near(m.Volume(), 24) {
		t.Errorf("turned back: volume %v", m.Volume())
	}
	m.Triangles = m.Triangles[1:]
	if m.Closed() {
		t.Error("a box without a triangle is closed")
	}
	m = block(1, 1, 1)
	m.Triangles[0][0], m.Triangles[0][1] = m.Triangles[0][1], m.Triangles[0][0]
	if m.Closed() {
		t.Error("a box with a triangle the other way round is closed")
	}
}

func TestWeld(t *testing.T) {
	t.Parallel()
	m := block(1, 2, 3)
	soup := &Mesh{}
	for _, tri := range m.Triangles { // every triangle with corners of its own
		for _, i := range tri {
			soup.Vertices = append(soup.Vertices, m.Vertices[i])
		}
		n := int32(len(soup.Vertices))
		soup.Triangles = append(soup.Triangles, [3]int32{n - 3, n - 2, n - 1})
	}
	if soup.Closed() {
		t.Error("a soup of triangles is closed")
	}
	soup.Weld()
	if len(soup.Vertices) != 8 || !soup.Closed() || !near(soup.Volume(), 6) {
		t.Errorf("%d vertices, closed %v, volume %v", len(soup.Vertices), soup.Closed(), soup.Volume())
	}
}

// TestRigidMotion: turning and moving changes no volume, mirroring leaves
// outside outside.
func TestRigidMotion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Float64Range(0.01, 100)
		x, y, z := length.Draw(t, "x"), length.Draw(t, "y"), length.Draw(t, "z")
		a := rapid.Float64Range(0, 2*math.Pi).Draw(t, "angle")
		far := rapid.Float64Range(-1e4, 1e4)
		by := vec.Affine{X: vec.V3{X: math.Cos(a), Y: math.Sin(a)}, Y: vec.V3{X: -math.Sin(a), Y: math.Cos(a)}, Z: vec.V3{Z: 1},
			O: vec.V3{X: far.Draw(t, "dx"), Y: far.Draw(t, "dy"), Z: far.Draw(t, "dz")}}
		if rapid.Bool().Draw(t, "mirrored") {
			by.Y = by.Y.Neg()
		}
		m := block(x, y, z)
		m.Transform(by)
		if v := m.Volume(); math.Abs(v-x*y*z) > 1e-6*x*y*z+1e-9 {
			t.Fatalf("volume %v, was %v", v, x*y*z)
		}
		if !m.Closed() {
			t.Fatal("no longer closed")
		}
	})
}

func TestOBJ(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := WriteOBJ(&b, []Part{{"a", "IfcWall", block(1, 1, 1)}, {"b", "IfcSlab", block(2, 2, 2)}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"o IfcWall a\nv 0.000000 0.000000 0.000000\n", "f 1 3 4\n", "o IfcSlab b\n", "f 9 11 12\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestGLB reads back what is written by the layout of glTF 2.0.
func TestGLB(t *testing.T) {
	t.Parallel()
	far := block(2, 3, 4)
	far.Transform(vec.Translation(vec.V3{X: 1e6, Y: 2e6, Z: 10})) // single precision alone would lose it
	var b bytes.Buffer
	if err := WriteGLB(&b, []Part{{"guid", "IfcWall", far}}); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	word := func(at int) int { return int(binary.LittleEndian.Uint32(data[at:])) }
	if string(data[:4]) != "glTF" || word(4) != 2 || word(8) != len(data) {
		t.Fatalf("head % x", data[:12])
	}
	n := word(12)
	var doc gltf
	if err := json.Unmarshal(data[20:20+n], &doc); err != nil {
		t.Fatal(err)
	}
	bin := data[20+n+8:]
	if len(bin) != word(20+n) || len(bin) != doc.Buffers[0].Length || len(bin) != 8*12+36*4 {
		t.Errorf("%d bytes of buffer, header says %d, document %d", len(bin), word(20+n), doc.Buffers[0].Length)
	}
	if node := doc.Nodes[1]; node.Name != "guid" || node.Extras["class"] != "IfcWall" {
		t.Errorf("node %+v", node)
	}
	// The last corner, put back where the root node says: Y up.
	x := math.Float32frombits(uint32(binary.LittleEndian.Uint32(bin[7*12:])))
	if got := float64(x) + doc.Nodes[0].Matrix[12]; got != 1e6+2 {
		t.Errorf("corner at x %v, want %v", got, 1e6+2)
	}
	if up := doc.Nodes[0].Matrix[13]; up != 12 {
		t.Errorf("the model's middle is %v high, want 12", up)
	}
}
