"""Reads /proc for who descends from whom and how much memory they hold; used by zygote.py to watch and to end workers."""
import os
import signal
import time

PAGE_BYTES = os.sysconf('SC_PAGE_SIZE')


def _depth():
    # A /proc mounted outside this process's PID namespace counts in the outer numbers; NSpid lists both.
    return len(_ids('self')) - 1


def _ids(name):
    with open(f'/proc/{name}/status', encoding='utf-8', errors='replace') as status:
        for line in status:
            if line.startswith('NSpid:'):
                return [int(number) for number in line.split()[1:]]
    return []


def _parent_and_pages(name):
    with open(f'/proc/{name}/stat', encoding='utf-8', errors='replace') as stat:
        # The command's name may hold spaces and brackets; the fields begin behind the last one.
        fields = stat.read().rpartition(')')[2].split()
    return int(fields[1]), int(fields[21]), fields[0]


def snapshot():
    """{process id: (parent's id, resident bytes)} of all living processes seen, in this process's own numbers."""
    depth = _depth()
    outer, found = {}, {}
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            ids = _ids(name) if depth else [int(name)]
            parent, pages, state = _parent_and_pages(name)
        except (OSError, ValueError, IndexError):
            continue  # it ended while we looked
        if len(ids) <= depth or state in 'ZX':
            continue
        outer[int(name)] = ids[depth]
        found[ids[depth]] = (parent, pages * PAGE_BYTES)
    return {pid: (outer.get(parent, 0), size) for pid, (parent, size) in found.items()}


def descendants(root, processes):
    """Ids of all processes below `root`, without itself."""
    children = {}
    for pid, (parent, _) in processes.items():
        children.setdefault(parent, []).append(pid)
    found, todo = [], list(children.get(root, ()))
    while todo:
        pid = todo.pop()
        found.append(pid)
        todo.extend(children.get(pid, ()))
    return found


def kill_below(root, spare=(), within_seconds=1.0):
    """Kills everything below `root` but the processes in `spare`; looks again until nothing new shows up."""
    end = time.monotonic() + within_seconds
    while time.monotonic() < end:
        processes = {pid: row for pid, row in snapshot().items() if pid not in spare}
        victims = descendants(root, processes)
        if not victims:
            return
        for pid in victims:
            kill(pid)


def kill(pid):
    """SIGKILL; nothing happens when it is gone already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # that is what we wanted
