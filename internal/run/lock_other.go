//go:build !unix

package run

import "os"

// lock only makes the file: who runs the same run twice at once is not stopped here.
func lock(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
}

func unlock(f *os.File) error { return f.Close() }
