"""A warm interpreter: opens a building model once and forks a child per call.

Runs inside the sandbox. Requests come as JSON objects, one a line, on standard
input; a reply of the same form goes out for each. The first line that goes out
says whether the model could be opened. When standard input ends, so does this.

A child has the model as its parent opened it; whatever it does to the model, to
its variables or to the scratch folder is gone when it ends.
"""

import ast
import ctypes
import gc
import gzip
import io
import json
import linecache
import os
import platform
import resource
import select
import signal
import stat
import struct
import sys
import time
import traceback
import zipfile

SOURCE = "<code>"  # what tracebacks call the code of a call
TRACE_LINES = 12  # of a traceback that are shown, the last ones

libc = ctypes.CDLL(None, use_errno=True)
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
libc.prctl.restype = ctypes.c_int
PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 4, 22, 36, 38


# What the child may not ask of the kernel. Most of it is kept from it already;
# this closes what would outlive a call (System V memory, keyrings), would let it
# get at the server (its process is of the same user), or is a way to new rights.

# number on x86-64, number on arm64
DENIED = {
    "ptrace": (101, 117), "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "chroot": (161, 51), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_open": (434, 434),
    "kexec_load": (246, 104), "open_by_handle_at": (304, 265),
}
CLONE = (56, 220)
CLONE3 = (435, 435)
SIGNALS = ((62, 129), (200, 130), (234, 131), (302, 261), (297, 138), (129, 240))  # kill, tkill, tgkill, prlimit64, rt_tgsigqueueinfo, rt_sigqueueinfo
CLONE_NEWUSER = 0x10000000
ARCHES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}


def seccomp_program(machine, server):
    """The filter as bytes, or None for a machine that is not known."""
    if machine not in ARCHES:
        return None
    arch, column = ARCHES[machine]
    ld, jeq, jset, jge, ret = 0x20, 0x15, 0x45, 0x35, 0x06
    allow, eperm, enosys, kill = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
    nr, arch_at, arg0 = 0, 4, 16
    code = [(ld, 0, 0, arch_at), (jeq, 1, 0, arch), (ret, 0, 0, kill), (ld, 0, 0, nr)]
    if column == 0:
        code += [(jge, 0, 1, 0x40000000), (ret, 0, 0, enosys)]  # the x32 calls
    for numbers in DENIED.values():
        code += [(jeq, 0, 1, numbers[column]), (ret, 0, 0, eperm)]
    code += [(jeq, 0, 1, CLONE3[column]), (ret, 0, 0, enosys)]  # its flags are out of reach; libc goes on to clone
    code += [(jeq, 0, 4, CLONE[column]), (ld, 0, 0, arg0), (jset, 0, 1, CLONE_NEWUSER), (ret, 0, 0, eperm), (ret, 0, 0, allow)]
    # Neither the server nor all that there is may be signalled or limited.
    off_limits = sorted({n & 0xFFFFFFFF for n in (server, -server, 1, -1)})
    for numbers in SIGNALS:
        code.append((jeq, 0, 2 * len(off_limits) + 2, numbers[column]))
        code.append((ld, 0, 0, arg0))
        for n in off_limits:
            code += [(jeq, 0, 1, n), (ret, 0, 0, eperm)]
        code.append((ret, 0, 0, allow))
    code.append((ret, 0, 0, allow))
    return b"".join(struct.pack("=HBBI", *c) for c in code)


def filter_calls(program):
    """Puts the filter on this process; says whether it holds."""
    if program is None or libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    buffer = ctypes.create_string_buffer(program, len(program))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    p = Program(len(program) // 8, ctypes.addressof(buffer))
    return libc.prctl(PR_SET_SECCOMP, 2, ctypes.addressof(p), 0, 0) == 0


class Processes:
    """All processes but this one and the first: those of a call."""

    def __init__(self, alone):
        # In a process namespace of its own the server is one of the first few, and
        # the whole namespace can be swept. Elsewhere that would hit strangers: only
        # descendants count.
        self.alone = alone and os.getpid() <= 3
        self.me = os.getpid()
        self.page = os.sysconf("SC_PAGE_SIZE")

    def list(self):
        pids = []
        parents = {}
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            pid = int(name)
            if self.alone:
                if pid != 1 and pid != self.me:
                    pids.append(pid)
                continue
            try:
                with open(f"/proc/{pid}/stat") as f:
                    parents[pid] = int(f.read().rsplit(")", 1)[1].split()[1])
            except (OSError, ValueError, IndexError):
                pass  # it has ended
        if self.alone:
            return pids
        for pid in parents:
            p, steps = pid, 0
            while p in parents and p != self.me and steps < 4096:
                p, steps = parents[p], steps + 1
            if p == self.me and pid != self.me:
                pids.append(pid)
        return pids

    def resident(self, pid):
        """Bytes that a process has in memory: its own, and those from files or shared."""
        try:
            with open(f"/proc/{pid}/statm") as f:
                fields = f.read().split()
            return (int(fields[1]) - int(fields[2])) * self.page, int(fields[2]) * self.page
        except (OSError, ValueError, IndexError):
            return 0, 0

    def grown(self, pids, base):
        """Bytes that processes have in memory beyond what a fork of this one begins with.
        The two kinds are told apart because a fork begins with none of the second."""
        total = 0
        for pid in pids:
            for now, then in zip(self.resident(pid), base):
                total += max(0, now - then)
        return total

    def sweep(self):
        """Ends them all. False if some would not end."""
        for i in range(500):
            while True:
                try:
                    if os.waitpid(-1, os.WNOHANG)[0] == 0:
                        break
                except ChildProcessError:
                    break
            if self.alone:
                # One step for the kernel: no process can fork its way around it.
                try:
                    os.kill(-1, signal.SIGKILL)
                except ProcessLookupError:
                    return True
                except PermissionError:
                    return False
            else:
                pids = self.list()
                if not pids:
                    return True
                for pid in pids:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except OSError:
                        pass
            time.sleep(0.001 if i < 50 else 0.01)
        return False


def used(path):
    try:
        s = os.statvfs(path)
        return (s.f_blocks - s.f_bfree) * s.f_frsize
    except OSError:
        return 0


def empty(folder):
    """Removes all that is in a folder, without recursion: a child may have nested
    folders as deep as it likes, and taken its own rights to them away."""
    failed = 0
    for _ in range(1_000_000):
        names = os.listdir(folder)
        if not names or failed > 100:
            return not names
        for name in names:
            path = os.path.join(folder, name)
            try:
                if stat.S_ISDIR(os.lstat(path).st_mode):
                    os.chmod(path, 0o700)
                    for i, inner in enumerate(os.listdir(path)):
                        # Lifting what is inside keeps paths short.
                        inside = os.path.join(path, inner)
                        if stat.S_ISDIR(os.lstat(inside).st_mode):
                            os.chmod(inside, 0o700)
                        os.rename(inside, os.path.join(folder, f"lifted-{time.monotonic_ns()}-{i}"))
                    os.rmdir(path)
                else:
                    os.unlink(path)
            except OSError:
                failed += 1
    return False


class Server:
    def __init__(self, options, requests, replies):
        self.limits = options["limits"]
        self.user = options.get("user") or 0
        self.alone = options.get("alone", False)  # with processes and a scratch file system of its own
        self.scratch = options["scratch"]
        self.requests, self.replies = requests, replies
        self.processes = Processes(self.alone)
        self.program = seccomp_program(platform.machine(), os.getpid())
        self.names = {}

    def open(self, path):
        import ifcopenshell
        import ifcopenshell.geom
        import ifcopenshell.util.element
        import ifcopenshell.util.placement
        import ifcopenshell.util.unit

        self.names["ifcopenshell"] = ifcopenshell
        try:
            import numpy

            self.names["np"] = numpy
        except ImportError:
            pass
        with open(path, "rb") as f:
            head = f.read(4)
        if head[:2] == b"\x1f\x8b":
            with gzip.open(path) as f:
                model = ifcopenshell.file.from_string(f.read().decode("latin-1"))
        elif head == b"PK\x03\x04":
            with zipfile.ZipFile(path) as z:
                name = next(n for n in z.namelist() if n.lower().endswith(".ifc"))
                model = ifcopenshell.file.from_string(z.read(name).decode("latin-1"))
        else:
            model = ifcopenshell.open(path)
        self.names["model"] = model

    def reply(self, **members):
        data = json.dumps(members).encode() + b"\n"
        while data:
            data = data[os.write(self.replies, data):]

    def serve(self):
        with os.fdopen(self.requests, "rb", closefd=False) as lines:
            for line in lines:
                if not self.call(json.loads(line)):
                    return

    def call(self, request):
        """Runs the code of a request and replies; False if this server is no longer fit."""
        limits = self.limits
        base = self.processes.resident(os.getpid())
        address_space = size_of_self()
        reader, writer = os.pipe()
        start = time.monotonic()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reader)
                self.child(writer, request["code"], address_space)
            finally:
                os._exit(70)
        os.close(writer)
        os.set_blocking(reader, False)
        out = Output(limits["output"])
        stop, status, tick, next_look = "", None, 0.001, start + 0.01
        poller = select.poll()
        poller.register(reader, select.POLLIN)
        poller.register(self.requests, 0)  # only that it was closed
        open_end = True
        while True:
            for fd, event in poller.poll(tick * 1000):
                if fd == self.requests and event & (select.POLLHUP | select.POLLERR):
                    return False
                if fd == reader:
                    if not out.drain(reader):
                        poller.unregister(reader)
                        open_end = False
            done, raw = os.waitpid(pid, os.WNOHANG)
            if done:
                status = raw
                break
            now = time.monotonic()
            # Quick while the call is young, so that short calls do not wait.
            tick = 0.001 if now - start < 0.05 else 0.02
            if now - start > limits["wall"]:
                stop = "time"
            elif out.total > limits["flood"]:
                stop = "output"
            elif now > next_look:
                next_look = now + 0.03
                pids = self.processes.list()
                if len(pids) > limits["processes"] + 8:
                    stop = "processes"
                elif self.processes.grown(pids, base) > limits["memory"]:
                    stop = "memory"
                elif self.alone and used(self.scratch) > limits["scratch"]:
                    stop = "scratch"
            if stop:
                break
        fit = self.processes.sweep()
        if open_end:
            out.drain(reader)
        os.close(reader)
        seconds = time.monotonic() - start
        failed = bool(stop)
        if status is not None:
            if os.WIFSIGNALED(status):
                failed = True
                signum = os.WTERMSIG(status)
                stop = {signal.SIGXCPU: "time", signal.SIGXFSZ: "scratch"}.get(signum, f"signal {signum}")
            else:
                failed = os.WEXITSTATUS(status) != 0
        if os.listdir(self.scratch):
            fit = self.tidy() and fit
        self.reply(output=out.text(), truncated=out.total > out.limit, bytes=out.total, failed=failed, stop=stop, seconds=seconds, last=not fit)
        return fit

    def tidy(self):
        """Empties the scratch folder, as the user that filled it."""
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                self.become_user()
                signal.alarm(10)
                code = 0 if empty(self.scratch) else 1
            finally:
                os._exit(code)
        return os.waitpid(pid, 0)[1] == 0

    def become_user(self):
        if self.user:
            os.setgroups([])
            os.setresgid(self.user, self.user, self.user)
            os.setresuid(self.user, self.user, self.user)

    def child(self, writer, code, address_space):
        limits = self.limits
        null = os.open("/dev/null", os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(writer, 1)
        os.dup2(writer, 2)
        os.closerange(3, 4096)
        os.setsid()
        os.nice(10)  # whoever watches comes first
        os.umask(0o022)
        for what, soft in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, limits["scratch"]),
            (resource.RLIMIT_CPU, max(1, int(limits["cpu"]))),
            (resource.RLIMIT_AS, address_space + limits["memory"]),
            (resource.RLIMIT_NOFILE, 256),
        ):
            lower(what, soft)
        self.become_user()
        # The kernel counts the processes of a user in its namespace (before Linux
        # 5.14 of the whole machine, where so low a limit could stop all forks).
        if self.alone and kernel() >= (5, 14):
            lower(resource.RLIMIT_NPROC, limits["processes"] + 8)
        libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
        filter_calls(self.program)
        sys.stdin = open(0, "r", closefd=False)
        sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
        os._exit(run(code, self.names))


def lower(what, soft):
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(what, (soft, soft))


def kernel():
    try:
        return tuple(int(n) for n in platform.release().split("-")[0].split(".")[:2])
    except ValueError:
        return (0, 0)


def size_of_self():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


class Output:
    """What a call printed: the beginning is kept, all of it counted."""

    def __init__(self, limit):
        self.limit, self.total, self.parts = limit, 0, []

    def drain(self, fd):
        """Takes what there is, at most one mebibyte; False at the end of it."""
        for _ in range(16):
            try:
                data = os.read(fd, 65536)
            except BlockingIOError:
                return True
            if not data:
                return False
            room = self.limit - self.total
            if room > 0:
                self.parts.append(data[:room])
            self.total += len(data)
        return True

    def text(self):
        return b"".join(self.parts).decode("utf-8", "replace")


def run(code, names):
    """Runs code as a program; the value of a last expression is shown, as at a
    prompt. Returns the exit status."""
    names = dict(names, __name__="__main__", __builtins__=__builtins__)
    linecache.cache[SOURCE] = (len(code), None, [l + "\n" for l in code.split("\n")], SOURCE)
    status = 0
    try:
        tree = ast.parse(code, SOURCE)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, SOURCE, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), SOURCE, "eval"), names)
            if value is not None:
                print(repr(value))
    except SystemExit as e:
        if e.code is not None and not isinstance(e.code, int):
            print(e.code, file=sys.stderr)
            status = 1
        elif e.code:
            status = 1
    except BaseException as e:
        flush()
        status = 1
        try:
            show(e)
        except BaseException:
            os.write(2, (type(e).__name__ + "\n").encode())
    flush()
    return status


def flush():
    for f in (sys.stdout, sys.stderr):
        try:
            f.flush()
        except BaseException:
            pass


def show(e):
    """Prints the end of a traceback, from where it enters the code of the call."""
    frames = e.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != SOURCE:
        frames = frames.tb_next
    text = "".join(traceback.format_exception(type(e), e, frames)).rstrip("\n").split("\n")
    if len(text) > TRACE_LINES:
        text = text[:1] + [f"  … {len(text) - TRACE_LINES} lines left out"] + text[1 - TRACE_LINES:]
    os.write(2, ("\n".join(line[:500] for line in text) + "\n").encode("utf-8", "replace"))


def main():
    options = json.loads(sys.argv[1])
    sys.argv = [""]
    # The channel goes where no print of a library can get at it.
    requests, replies = os.dup(0), os.dup(1)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # No process of the same user may look into this one or at its descriptors.
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    server = Server(options, requests, replies)
    os.chdir(server.scratch)
    start = time.monotonic()
    try:
        server.open(options["model"])
    except BaseException as e:
        server.reply(ready=False, error=f"{type(e).__name__}: {e}"[:500])
        return
    gc.collect()
    gc.freeze()  # so that a collection in a child does not copy the model's pages
    version = getattr(server.names["ifcopenshell"], "version", "")
    server.reply(ready=True, version=str(version), seconds=time.monotonic() - start, filtered=server.program is not None)
    server.serve()


main()
