"""The few Linux calls that keep a worker, and everything it starts, within reach; used by zygote.py and job.py."""
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
    """From now on a grandchild that loses its parent becomes a child of this process, not of the system's first one."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent():
    """The kernel kills this process as soon as its parent is gone."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def give_up_rights():
    """No capability is left, none can be gained, and other processes of this user cannot look inside."""
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    _call('capset', ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))
    _prctl(PR_SET_DUMPABLE, 0)


def set_limits(limits):
    """Bounds of this process and of what it starts. Address space stays free: a JavaScript runtime reserves terabytes."""
    wanted = {
        resource.RLIMIT_DATA: limits['dataBytes'], resource.RLIMIT_FSIZE: limits['fileBytes'],
        resource.RLIMIT_NOFILE: limits['files'], resource.RLIMIT_CORE: 0,
    }
    # The kernel counts tasks per user and user namespace: without one of our own the whole machine's would count.
    if _has_own_users():
        wanted[resource.RLIMIT_NPROC] = limits['tasks']
    for which, value in wanted.items():
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


def _has_own_users():
    with open('/proc/self/uid_map', encoding='ascii') as uid_map:
        return uid_map.read().split() != ['0', '0', '4294967295']


class Nest:
    """Forks children that are each the first process of a PID namespace: killing one kills all that it ever started.

    `why` is empty where that works, else the reason why it does not; then children are forked plainly.
    """

    def __init__(self):
        self.why, self._home = '', -1
        try:
            self._home = os.open('/proc/self/ns/pid', os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            self.why = str(error)
            return
        # Tried in a child: where leaving works but coming home does not, this process would be stuck outside.
        trial = os.fork()
        if not trial:
            self._try_and_exit()
        number = os.waitstatus_to_exitcode(os.waitpid(trial, 0)[1])
        self.why = os.strerror(number) if number else ''

    def _try_and_exit(self):
        try:
            _call('unshare', CLONE_NEWPID)
            self._come_home()
            os._exit(0)
        except OSError as error:
            os._exit(error.errno)
        finally:
            os._exit(errno.EIO)

    def _come_home(self):
        # The kernel refuses a second unshare until the first one is undone.
        _call('setns', self._home, CLONE_NEWPID)

    def fork(self):
        """As os.fork; the child of a working nest has the process id 1."""
        if self.why:
            return os.fork()
        _call('unshare', CLONE_NEWPID)
        try:
            child = os.fork()
        except OSError:
            self._come_home()
            raise
        if child:
            self._come_home()
        return child
