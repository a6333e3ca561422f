"""Takes orders on stdin, forks workers from the preloaded engine and ends them with everything they started.

Orders and events are one JSON object per line. In: {"op":"fork","worker","socket","proxy"}, {"op":"kill","worker"},
{"op":"describe"}, {"op":"ping"}. Out: "forked", "refused", "described", "pong", and "dead" once the worker's process tree is gone.
The end of stdin means that the server is gone: everything here ends too.
"""
import json
import os
import selectors
import signal
import time

import job
import kernel
import process_tree

WATCH_SECONDS = 0.5
TAIL_BYTES = 2000
MAX_ORDER_BYTES = 64 * 1024


class Child:
    """A worker as its parent sees it: its output so far, and why it is being ended."""

    def __init__(self, name, pid, output):
        self.name, self.pid, self.output = name, pid, output
        self.printed, self.tail, self.why = 0, b'', ''


class Zygote:
    """Forks, watches and ends workers. `bridge_pid` is the process of bridge.py."""

    def __init__(self, engine, events, limits, bridge_pid=None):
        self.engine, self.events, self.limits = engine, events, limits
        self.bridge_pid = bridge_pid
        self.forker = kernel.NamespaceForker()
        self.children, self.orders = {}, b''
        self.selector = selectors.DefaultSelector()

    def send(self, **event):
        """Sends one event to the server."""
        os.write(self.events, json.dumps(event).encode() + b'\n')

    def run(self):
        """Serves until stdin ends."""
        kernel.adopt_orphans()
        wake_read, wake_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        self.selector.register(0, selectors.EVENT_READ, self.read_orders)
        self.selector.register(wake_read, selectors.EVENT_READ, lambda: os.read(wake_read, 4096))
        watched = time.monotonic()
        try:
            while True:
                for key, _ in self.selector.select(WATCH_SECONDS if self.children else None):
                    key.data()
                self.reap()
                if self.children and time.monotonic() - watched >= WATCH_SECONDS:
                    self.watch()
                    watched = time.monotonic()
        finally:
            for child in self.children.values():
                process_tree.kill(child.pid)
            process_tree.kill_below(os.getpid())

    def read_orders(self):
        """Reads from stdin and executes each complete line."""
        chunk = os.read(0, MAX_ORDER_BYTES)
        if not chunk:
            raise SystemExit(0)
        *lines, self.orders = (self.orders + chunk).split(b'\n')
        if len(self.orders) > MAX_ORDER_BYTES:
            raise SystemExit('an order is too long')
        for line in lines:
            order = json.loads(line)
            if order['op'] == 'fork':
                self.fork(order)
            elif order['op'] == 'kill':
                self.end(order['worker'], 'killed')
            elif order['op'] == 'ping':
                self.send(event='pong')
            elif order['op'] == 'describe':
                self.send(event='described', engine=self.engine.describe())

    def fork(self, order):
        """Forks a worker, which connects to the socket itself."""
        output, worker_end = os.pipe2(os.O_CLOEXEC)
        try:
            pid = self.forker.fork()
        except OSError as error:
            os.close(output)
            os.close(worker_end)
            return self.send(event='refused', worker=order['worker'], why=str(error))
        if not pid:
            job.become_worker(self.engine, order, worker_end, self.limits, nested=not self.forker.why)
        os.close(worker_end)
        os.set_blocking(output, False)
        child = self.children[pid] = Child(order['worker'], pid, output)
        self.selector.register(output, selectors.EVENT_READ, lambda: self.read_output(child))
        self.send(event='forked', worker=child.name)

    def read_output(self, child):
        """Reads a worker's output: keeps its tail, and ends the worker when it prints too much."""
        try:
            chunk = os.read(child.output, 64 * 1024)
        except BlockingIOError:
            return False
        if not chunk:
            self.selector.unregister(child.output)
            return False
        child.printed += len(chunk)
        child.tail = (child.tail + chunk)[-TAIL_BYTES:]
        if child.printed > self.limits['printedBytes']:
            self.kill(child, 'output')
        return True

    def end(self, name, why):
        """Ends the worker of that name; if there is none, confirms its death at once."""
        for child in self.children.values():
            if child.name == name:
                return self.kill(child, why)
        self.send(event='dead', worker=name, why=why, code=None, tail='')

    def kill(self, child, why):
        """Sends SIGKILL to the worker and, unless a namespace does so, first to its descendants."""
        if child.why:
            return
        child.why = why
        if self.forker.why:
            try:
                os.kill(child.pid, signal.SIGSTOP)  # it must not start more meanwhile
            except ProcessLookupError:
                pass  # reap() reports it
            process_tree.kill_below(child.pid)
        process_tree.kill(child.pid)

    def reap(self):
        """Reaps ended children and reports each worker among them once its tree is gone."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            if pid == self.bridge_pid:
                raise SystemExit('the bridge has ended')
            child = self.children.pop(pid, None)
            if not child:
                continue
            # Without a namespace this process has adopted its children. With one, the kernel has ended them already.
            if self.forker.why:
                process_tree.kill_below(os.getpid(), spare={*self.children, self.bridge_pid})
            self.report_death(child, os.waitstatus_to_exitcode(status))

    def report_death(self, child, code):
        while child.output in self.selector.get_map() and self.read_output(child):
            pass  # the rest of its output
        if child.output in self.selector.get_map():
            self.selector.unregister(child.output)
        os.close(child.output)
        tail = child.tail.decode('utf-8', 'replace')
        self.send(event='dead', worker=child.name, why=child.why or 'exit', code=code, tail=tail)

    def watch(self):
        """Ends workers whose process tree has too much memory or too many processes."""
        processes = process_tree.snapshot()
        for child in list(self.children.values()):
            tree = [pid for pid in (child.pid, *process_tree.descendants(child.pid, processes)) if pid in processes]
            if sum(processes[pid][1] for pid in tree) > self.limits['treeBytes']:
                self.kill(child, 'memory')
            elif len(tree) > self.limits['treeProcesses']:
                self.kill(child, 'processes')
