package run

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

// TestFrames: of frames one behind the other each can be found and read, and all
// together unpack to lines of JSON.
func TestFrames(t *testing.T) {
	t.Parallel()
	p, err := newPacker(1)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		var all []byte
		var starts []int64
		texts := rapid.SliceOfN(rapid.String(), 1, 8).Draw(rt, "texts")
		for i, s := range texts {
			if rapid.Bool().Draw(rt, "long") {
				s = string(bytes.Repeat([]byte(s+"x"), 40_000)) // several blocks
			}
			raw, err := json.Marshal(s)
			if err != nil {
				rt.Fatal(err)
			}
			texts[i] = string(raw)
			frame, err := p.frame(Trace{Item: "i", Epoch: i, Trace: raw})
			if err != nil {
				rt.Fatal(err)
			}
			starts = append(starts, int64(len(all)))
			all = append(all, frame...)
		}
		starts = append(starts, int64(len(all)))
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		name := filepath.Join(dir, TracesFile)
		if err := os.WriteFile(name, all, 0o666); err != nil {
			rt.Fatal(err)
		}
		for i := range texts {
			end, err := frameEnd(bytes.NewReader(all), starts[i])
			if err != nil || end != starts[i+1] {
				rt.Fatalf("frame %d ends at %d (%v), want %d", i, end, err, starts[i+1])
			}
			tr, err := ReadTrace(dir, starts[i])
			if err != nil || tr.Epoch != i || string(tr.Trace) != texts[i] {
				rt.Fatalf("trace %d is that of epoch %d (%v)", i, tr.Epoch, err)
			}
		}
		d, err := zstd.NewReader(bytes.NewReader(all))
		if err != nil {
			rt.Fatal(err)
		}
		defer d.Close()
		text, err := io.ReadAll(d)
		if err != nil || bytes.Count(text, []byte("\n")) != len(texts) {
			rt.Fatalf("unpacked, there are %d lines (%v), want %d", bytes.Count(text, []byte("\n")), err, len(texts))
		}
		// A frame that is cut short has no end.
		cut := rapid.Int64Range(0, starts[1]-1).Draw(rt, "cut")
		if end, err := frameEnd(bytes.NewReader(all[:cut]), 0); err == nil {
			rt.Fatalf("a frame cut at %d ends at %d", cut, end)
		}
	})
}

func FuzzFrameEnd(f *testing.F) {
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00"), int64(0))
	f.Fuzz(func(t *testing.T, b []byte, at int64) {
		if at < 0 || at > int64(len(b)) {
			return
		}
		if end, err := frameEnd(bytes.NewReader(b), at); err == nil && (end <= at || end > int64(len(b))) {
			t.Errorf("the frame at %d ends at %d of %d", at, end, len(b))
		}
	})
}
