"""Waits for orders on stdin, forks workers off the preloaded engine and ends them with all that they started.

Orders and events are one JSON object per line. In: {"op":"fork","worker","socket","proxy"}, {"op":"kill","worker"},
{"op":"describe"}, {"op":"ping"}. Out: "forked", "refused", "described", "pong", and "dead" once nothing of the worker's tree is left.
The end of stdin means that the server is gone: then everything here ends too.
"""
import json
import os
import selectors
import signal
import time

import family
import job
import kernel

WATCH_SECONDS = 0.5
TAIL_BYTES = 2000
MAX_ORDER_BYTES = 64 * 1024


class Child:
    """A worker as its parent sees it: what it may still print, and why it is being ended."""

    def __init__(self, name, pid, output):
        self.name, self.pid, self.output = name, pid, output
        self.printed, self.tail, self.why = 0, b'', ''


class Zygote:
    """Holds the engine that workers are forked from, the orders' pipe and the living workers; `way_out` is the process of bridge.py."""

    def __init__(self, engine, events, limits, way_out=None):
        self.engine, self.events, self.limits = engine, events, limits
        self.way_out = way_out
        self.nest = kernel.Nest()
        self.children, self.orders = {}, b''
        self.selector = selectors.DefaultSelector()

    def say(self, **event):
        """One event to the server."""
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
                family.kill(child.pid)
            family.kill_below(os.getpid())

    def read_orders(self):
        """Reads what stdin holds and obeys each whole line."""
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
                self.say(event='pong')
            elif order['op'] == 'describe':
                self.say(event='described', engine=self.engine.describe())

    def fork(self, order):
        """Forks a worker, which connects to the socket by itself."""
        output, worker_end = os.pipe2(os.O_CLOEXEC)
        try:
            pid = self.nest.fork()
        except OSError as error:
            os.close(output)
            os.close(worker_end)
            return self.say(event='refused', worker=order['worker'], why=str(error))
        if not pid:
            job.become_worker(self.engine, order, worker_end, self.limits, nested=not self.nest.why)
        os.close(worker_end)
        os.set_blocking(output, False)
        child = self.children[pid] = Child(order['worker'], pid, output)
        self.selector.register(output, selectors.EVENT_READ, lambda: self.read_output(child))
        self.say(event='forked', worker=child.name)

    def read_output(self, child):
        """Whatever a worker prints ends here: a tail is kept, and too much of it ends the worker."""
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
        """Ends the worker of that name; where there is none, its death is confirmed at once."""
        for child in self.children.values():
            if child.name == name:
                return self.kill(child, why)
        self.say(event='dead', worker=name, why=why, code=None, tail='')

    def kill(self, child, why):
        """SIGKILL to the worker and, where no namespace does it, to everything below it first."""
        if child.why:
            return
        child.why = why
        if self.nest.why:
            try:
                os.kill(child.pid, signal.SIGSTOP)  # it must not start more while we look
            except ProcessLookupError:
                pass  # reap() will tell
            family.kill_below(child.pid)
        family.kill(child.pid)

    def reap(self):
        """Collects the dead, and tells of each worker among them when its tree is gone."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            if pid == self.way_out:
                raise SystemExit('the way out has ended')
            child = self.children.pop(pid, None)
            if not child:
                continue
            # Without a namespace its children have just become ours. With one, the kernel has ended them already.
            if self.nest.why:
                family.kill_below(os.getpid(), spare={*self.children, self.way_out})
            self.bury(child, os.waitstatus_to_exitcode(status))

    def bury(self, child, code):
        while child.output in self.selector.get_map() and self.read_output(child):
            pass  # the last words
        if child.output in self.selector.get_map():
            self.selector.unregister(child.output)
        os.close(child.output)
        tail = child.tail.decode('utf-8', 'replace')
        self.say(event='dead', worker=child.name, why=child.why or 'exit', code=code, tail=tail)

    def watch(self):
        """Ends a worker whose whole tree holds too much memory or too many processes."""
        processes = family.snapshot()
        for child in list(self.children.values()):
            tree = [pid for pid in (child.pid, *family.descendants(child.pid, processes)) if pid in processes]
            if sum(processes[pid][1] for pid in tree) > self.limits['treeBytes']:
                self.kill(child, 'memory')
            elif len(tree) > self.limits['treeProcesses']:
                self.kill(child, 'processes')
