"""Reads process trees and their memory from /proc, and kills them."""
import os
import signal
import time

PAGE_BYTES = os.sysconf('SC_PAGE_SIZE')


def _depth():
    # A /proc mounted outside this process's PID namespace uses the outer ids; NSpid lists both.
    return len(_ids('self')) - 1


def _ids(name):
    with open(f'/proc/{name}/status', encoding='utf-8', errors='replace') as status:
        for line in status:
            if line.startswith('NSpid:'):
                return [int(number) for number in line.split()[1:]]
    return []


def _parent_and_pages(name):
    with open(f'/proc/{name}/stat', encoding='utf-8', errors='replace') as stat:
        # The command's name may contain spaces and brackets; the fields begin after the last one.
        fields = stat.read().rpartition(')')[2].split()
    return int(fields[1]), int(fields[21]), fields[0]


def snapshot():
    """Returns {process id: (parent's id, resident bytes)} of all living processes, with the ids of this PID namespace."""
    depth = _depth()
    outer, found = {}, {}
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            ids = _ids(name) if depth else [int(name)]
            parent, pages, state = _parent_and_pages(name)
        except (OSError, ValueError, IndexError):
            continue  # it ended meanwhile
        if len(ids) <= depth or state in 'ZX':
            continue
        outer[int(name)] = ids[depth]
        found[ids[depth]] = (parent, pages * PAGE_BYTES)
    return {pid: (outer.get(parent, 0), size) for pid, (parent, size) in found.items()}


def descendants(root, processes):
    """Ids of all descendants of `root`."""
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
    """Kills all descendants of `root` except those in `spare`, repeatedly until none is left."""
    end = time.monotonic() + within_seconds
    while time.monotonic() < end:
        processes = {pid: row for pid, row in snapshot().items() if pid not in spare}
        victims = descendants(root, processes)
        if not victims:
            return
        for pid in victims:
            kill(pid)


def kill(pid):
    """Sends SIGKILL; does nothing if the process is gone."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # gone already
