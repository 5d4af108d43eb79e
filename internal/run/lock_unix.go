//go:build unix

package run

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the lock of a run folder. It goes with the process, however that ends.
func lock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		f.Close()
		return nil, errLocked
	case err != nil:
		// A file system without locks (some network ones): go on without.
		return f, nil
	}
	return f, nil
}

// unlock gives the lock back. Closing the file would not do: a process that is just
// being started holds a copy of it until its program is in place.
func unlock(f *os.File) error {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // or there are no locks here
	return f.Close()
}
