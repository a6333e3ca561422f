"""Starts programs for the server, one order in JSON on each line of stdin, and reports on stdout how they start and end.

The server is too large to fork often: copying its page tables would hold its event loop. Uses only Python's own modules, so that it
stays small. Ends when stdin does, and with it, by the kernel, every program that is tied to its parent.
"""
import fcntl
import json
import os
import select
import signal
import socket
import sys

# Python ignores the first two, and a terminal's or a service manager's word to the server is not for its programs.
DEFAULT_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGTERM)
# Above every descriptor that a program gets.
FIRST_COPY = 64


def main():
    """Serves until stdin ends; `sys.argv[1]` is the socket on which the server waits for the descriptors of its programs."""
    path = sys.argv[1]
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    ended, wake = os.pipe()
    for end in (ended, wake):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    poll = select.poll()
    poll.register(0, select.POLLIN)
    poll.register(ended, select.POLLIN)
    running, pending = set(), b''
    while True:
        ready = {number for number, _ in poll.poll()}
        if ended in ready:
            os.read(ended, 4096)
            _report_ends(running)
        if 0 not in ready:
            continue
        piece = os.read(0, 65536)
        if not piece:
            # A server that was killed could not.
            _remove(path)
            return
        *lines, pending = (pending + piece).split(b'\n')
        for line in lines:
            _start(json.loads(line), path, running)


def _start(order, path, running):
    """Starts the program of an order with a new connection to the server as each of its descriptors; the first bytes name it."""
    sockets, copies = [], []
    try:
        for key in order['keys']:
            connection = socket.socket(socket.AF_UNIX)
            sockets.append(connection)
            connection.connect(path)
            connection.sendall(key.encode())
            copies.append(fcntl.fcntl(connection, fcntl.F_DUPFD_CLOEXEC, FIRST_COPY))
        os.chdir(order['cwd'])
        actions = [(os.POSIX_SPAWN_DUP2, copy, number) for number, copy in enumerate(copies)]
        words = order['words']
        pid = os.posix_spawnp(
            words[0], words, order['env'], file_actions=actions, setsid=True, setsigdef=DEFAULT_SIGNALS)
        running.add(pid)
        _say(id=order['id'], pid=pid)
    except (OSError, NotImplementedError) as error:
        _say(id=order['id'], error=str(error))
    finally:
        for connection in sockets:
            connection.close()
        for copy in copies:
            os.close(copy)
        os.chdir('/')


def _report_ends(running):
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        running.discard(pid)
        _say(pid=pid, code=os.waitstatus_to_exitcode(status))


def _say(**report):
    sys.stdout.write(json.dumps(report) + '\n')
    sys.stdout.flush()


def _remove(path):
    try:
        os.unlink(path)
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass  # the server did it, or the system


if __name__ == '__main__':
    main()
