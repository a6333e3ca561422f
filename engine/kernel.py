"""The Linux calls that confine a worker and everything it starts."""
import ctypes
import errno
import os
import resource
import signal

CLONE_NEWPID = 0x20000000
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def _call(name, *args):
    if getattr(_libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f'{name}: {os.strerror(number)}')


def _prctl(option, value):
    _call('prctl', option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


def adopt_orphans():
    """Makes this process adopt orphaned descendants, in place of the system's init."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent():
    """Makes the kernel kill this process as soon as its parent ends."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def drop_privileges():
    """Drops all capabilities for good and keeps other processes of this user from inspecting this one."""
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    _call('capset', ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))
    _prctl(PR_SET_DUMPABLE, 0)


def set_limits(limits):
    """Limits this process and what it starts. Address space stays unlimited: a JavaScript runtime reserves terabytes."""
    wanted = {
        resource.RLIMIT_DATA: limits['dataBytes'], resource.RLIMIT_FSIZE: limits['fileBytes'],
        resource.RLIMIT_NOFILE: limits['files'], resource.RLIMIT_CORE: 0,
    }
    # The kernel counts tasks per user and user namespace: without a namespace it would count the whole machine's.
    if _has_own_users():
        wanted[resource.RLIMIT_NPROC] = limits['tasks']
    for which, value in wanted.items():
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


def _has_own_users():
    with open('/proc/self/uid_map', encoding='ascii') as uid_map:
        return uid_map.read().split() != ['0', '0', '4294967295']


class NamespaceForker:
    """Forks children that are each the first process of a PID namespace: killing one kills everything it started.

    `why` is empty if that works, else the reason why not; children are then forked without a namespace.
    """

    def __init__(self):
        self.why, self._home = '', -1
        try:
            self._home = os.open('/proc/self/ns/pid', os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            self.why = str(error)
            return
        # Tested in a child: if only unshare works, this process could not return to its namespace.
        trial = os.fork()
        if not trial:
            self._try_and_exit()
        number = os.waitstatus_to_exitcode(os.waitpid(trial, 0)[1])
        self.why = os.strerror(number) if number else ''

    def _try_and_exit(self):
        try:
            _call('unshare', CLONE_NEWPID)
            self._return()
            os._exit(0)
        except OSError as error:
            os._exit(error.errno)
        finally:
            os._exit(errno.EIO)

    def _return(self):
        # The kernel refuses a second unshare until the first one is undone.
        _call('setns', self._home, CLONE_NEWPID)

    def fork(self):
        """Like os.fork; in a namespace the child has the process id 1."""
        if self.why:
            return os.fork()
        _call('unshare', CLONE_NEWPID)
        try:
            child = os.fork()
        except OSError:
            self._return()
            raise
        if child:
            self._return()
        return child
