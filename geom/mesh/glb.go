package mesh

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"

	"github.com/ifcmcq/ifcmcq/geom/vec"
)

// Numbers of glTF 2.0.
const (
	glbMagic       = 0x46546C67 // "glTF"
	glbJSON        = 0x4E4F534A
	glbBinary      = 0x004E4942
	gltfFloat      = 5126
	gltfUint       = 5125
	gltfVertices   = 34962
	gltfIndices    = 34963
	gltfTriangles  = 4
	gltfVersion    = 2
	glbHeaderBytes = 12
)

type gltf struct {
	Asset       map[string]string `json:"asset"`
	Scene       int               `json:"scene"`
	Scenes      []gltfScene       `json:"scenes"`
	Nodes       []gltfNode        `json:"nodes"`
	Meshes      []gltfMesh        `json:"meshes,omitempty"`
	Accessors   []gltfAccessor    `json:"accessors,omitempty"`
	BufferViews []gltfView        `json:"bufferViews,omitempty"`
	Buffers     []gltfBuffer      `json:"buffers,omitempty"`
}

type gltfScene struct {
	Nodes []int `json:"nodes"`
}

type gltfNode struct {
	Name     string            `json:"name,omitempty"`
	Mesh     *int              `json:"mesh,omitempty"`
	Children []int             `json:"children,omitempty"`
	Matrix   []float64         `json:"matrix,omitempty"`
	Extras   map[string]string `json:"extras,omitempty"`
}

type gltfMesh struct {
	Primitives []gltfPrimitive `json:"primitives"`
}

type gltfPrimitive struct {
	Attributes map[string]int `json:"attributes"`
	Indices    int            `json:"indices"`
	Mode       int            `json:"mode"`
}

type gltfAccessor struct {
	View  int       `json:"bufferView"`
	Type  int       `json:"componentType"`
	Count int       `json:"count"`
	Shape string    `json:"type"`
	Min   []float64 `json:"min,omitempty"`
	Max   []float64 `json:"max,omitempty"`
}

type gltfView struct {
	Buffer int `json:"buffer"`
	Offset int `json:"byteOffset"`
	Length int `json:"byteLength"`
	Target int `json:"target"`
}

type gltfBuffer struct {
	Length int `json:"byteLength"`
}

// WriteGLB writes parts as binary glTF 2.0, one node a part with its GlobalId and
// class. glTF has Y upwards and 32-bit coordinates: the root node turns the model
// and carries the middle of its box, so that models at national coordinates keep
// their millimetres.
func WriteGLB(w io.Writer, parts []Part) error {
	box := vec.Empty()
	for _, p := range parts {
		box.Join(p.Mesh.Box())
	}
	var middle vec.V3
	if !box.IsEmpty() {
		middle = box.Lo.Add(box.Hi).Mul(0.5)
	}
	var bin bytes.Buffer
	doc := gltf{Asset: map[string]string{"version": "2.0", "generator": "ifcmcq"}, Scenes: []gltfScene{{Nodes: []int{0}}}}
	root := gltfNode{Matrix: []float64{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, middle.X, middle.Z, -middle.Y, 1}}
	doc.Nodes = []gltfNode{root}
	for _, p := range parts {
		if len(p.Mesh.Triangles) == 0 {
			continue
		}
		mesh := len(doc.Meshes)
		doc.Nodes[0].Children = append(doc.Nodes[0].Children, len(doc.Nodes))
		doc.Nodes = append(doc.Nodes, gltfNode{Name: p.Name, Mesh: &mesh, Extras: map[string]string{"class": p.Kind}})
		doc.Meshes = append(doc.Meshes, gltfMesh{[]gltfPrimitive{{
			Attributes: map[string]int{"POSITION": len(doc.Accessors)}, Indices: len(doc.Accessors) + 1, Mode: gltfTriangles,
		}}})
		doc.addVertices(&bin, p.Mesh, middle)
		doc.addIndices(&bin, p.Mesh)
	}
	if bin.Len() > 0 {
		doc.Buffers = []gltfBuffer{{bin.Len()}}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	var head bytes.Buffer
	put := func(x uint32) { binary.Write(&head, binary.LittleEndian, x) }
	total := glbHeaderBytes + 8 + len(text)
	if bin.Len() > 0 {
		total += 8 + bin.Len()
	}
	put(glbMagic)
	put(gltfVersion)
	put(uint32(total))
	put(uint32(len(text)))
	put(glbJSON)
	head.Write(text)
	if bin.Len() > 0 {
		put(uint32(bin.Len()))
		put(glbBinary)
	}
	if _, err := w.Write(head.Bytes()); err != nil {
		return err
	}
	_, err = w.Write(bin.Bytes())
	return err
}

func (d *gltf) addVertices(bin *bytes.Buffer, m *Mesh, middle vec.V3) {
	box := vec.Empty()
	from := bin.Len()
	var b [12]byte
	for _, v := range m.Vertices {
		v = v.Sub(middle)
		x, y, z := float32(v.X), float32(v.Y), float32(v.Z)
		box.Add(vec.V3{X: float64(x), Y: float64(y), Z: float64(z)})
		binary.LittleEndian.PutUint32(b[0:], math.Float32bits(x))
		binary.LittleEndian.PutUint32(b[4:], math.Float32bits(y))
		binary.LittleEndian.PutUint32(b[8:], math.Float32bits(z))
		bin.Write(b[:])
	}
	d.Accessors = append(d.Accessors, gltfAccessor{View: len(d.BufferViews), Type: gltfFloat, Count: len(m.Vertices), Shape: "VEC3",
		Min: []float64{box.Lo.X, box.Lo.Y, box.Lo.Z}, Max: []float64{box.Hi.X, box.Hi.Y, box.Hi.Z}})
	d.BufferViews = append(d.BufferViews, gltfView{0, from, bin.Len() - from, gltfVertices})
}

func (d *gltf) addIndices(bin *bytes.Buffer, m *Mesh) {
	from := bin.Len()
	var b [4]byte
	for _, t := range m.Triangles {
		for _, i := range t {
			binary.LittleEndian.PutUint32(b[:], uint32(i))
			bin.Write(b[:])
		}
	}
	d.Accessors = append(d.Accessors, gltfAccessor{View: len(d.BufferViews), Type: gltfUint, Count: 3 * len(m.Triangles), Shape: "SCALAR"})
	d.BufferViews = append(d.BufferViews, gltfView{0, from, bin.Len() - from, gltfIndices})
}
