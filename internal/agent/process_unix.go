//go:build unix

package agent

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps a program out of the terminal's process group: Ctrl-C is for ifcmcq,
// which lets it finish, and a program that is ended takes its children along.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
