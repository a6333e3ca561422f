"""A forked worker: isolates itself from its parent, connects to the server and answers its requests one by one."""
import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
import traceback

import kernel
import process_tree

MAX_REQUEST_BYTES = 64 * 1024
MAX_ANSWER_BYTES = 8 * 1000 * 1000
MAX_WARNINGS = 20
MAX_WARNING_LENGTH = 300
CLEAN_UP_SECONDS = 1
THREAD_TIMEOUT_MS = 50
PAGE_BYTES = os.sysconf('SC_PAGE_SIZE')


def become_worker(engine, order, output, limits, nested):
    """Turns the newly forked process into a worker. Never returns."""
    code = 1
    try:
        _isolate(output, limits, nested)
        channel = socket.socket(socket.AF_UNIX)
        channel.connect(order['socket'])
        engine.use_proxy(order['proxy'])
        _serve(engine, channel, order['worker'], nested)
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _isolate(output, limits, nested):
    kernel.die_with_parent()
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open('/dev/null', os.O_RDONLY)
    os.dup2(nothing, 0)
    # Output goes to the parent, which limits it; the protocol has a socket of its own.
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.closerange(3, max(map(int, os.listdir('/proc/self/fd'))) + 1)
    if not nested:
        kernel.adopt_orphans()
    kernel.set_limits(limits)
    kernel.drop_privileges()


def _serve(engine, channel, name, nested):
    _send(channel, {'ready': True, 'worker': name, 'nested': nested, 'rssBytes': rss_bytes()})
    # Before the first request: it copies the pages that this process shares with its parent.
    engine.warm_up()
    engine.reset()
    count = 0
    for line in _lines(channel):
        request = json.loads(line)
        count += 1
        answer = _answer(engine, request)
        engine.reset()
        # No connection and no memory that had to do with the operator's account serves another request.
        stale = _clean_up(nested) or bool(request.get('cookies'))
        _send(channel, {**answer, 'id': request['id'], 'count': count, 'rssBytes': rss_bytes(), 'stale': stale})


def _answer(engine, request):
    started = time.monotonic()
    warnings = engine.warnings
    warnings.clear()
    try:
        result = {'ok': True, 'info': _ask(engine, request)}
    except MemoryError:
        raise  # objects may be half initialized: only a new process is clean
    except Exception as error:
        result = {'ok': False, 'error': engine.explain(error)}
    result['warnings'] = [str(text)[:MAX_WARNING_LENGTH] for text in warnings[:MAX_WARNINGS]]
    result['tokens'] = engine.tokens.asked
    result['impersonates'] = engine.ydl.impersonates
    result['ms'] = round((time.monotonic() - started) * 1000, 1)
    return result


def _ask(engine, request):
    if request['op'] == 'list':
        return engine.list(request['url'], request['platform'], request['maxItems'], request.get('skip', 0))
    if request['op'] == 'search':
        return engine.search(request['query'], request['platform'], request['maxItems'])
    return engine.inspect(
        request['url'], request['platform'], request.get('maxItems', 1), request.get('cookies'),
        request.get('browser', 'first'), request.get('fresh', False))


def _clean_up(nested):
    """Ends what a request left running; returns whether something is left that only the end of this worker ends."""
    end = time.monotonic() + CLEAN_UP_SECONDS
    while True:
        # As first process of its PID namespace, -1 means everything this worker started; elsewhere it would mean the machine.
        if nested and os.getpid() == 1:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            process_tree.kill_below(os.getpid())
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            break  # this process adopts orphans, so none is left
        if time.monotonic() > end:
            return True
        time.sleep(0.001)
    # Ending threads take a moment; others cannot be ended.
    for _ in range(THREAD_TIMEOUT_MS):
        if threading.active_count() == 1:
            return False
        time.sleep(0.001)
    return True


def _send(channel, message):
    try:
        # ASCII escapes can represent lone surrogates, UTF-8 cannot; NaN is not JSON.
        line = json.dumps(message, separators=(',', ':'), allow_nan=False).encode()
        if len(line) >= MAX_ANSWER_BYTES:
            raise ValueError(f'{len(line)} bytes are too many')
    except (ValueError, TypeError, RecursionError) as error:
        what = {'type': 'UnspeakableAnswer', 'message': str(error)[:200], 'expected': False}
        line = json.dumps({**message, 'ok': False, 'info': None, 'error': what}).encode()
    channel.sendall(line + b'\n')


def _lines(channel):
    buffer = b''
    while True:
        chunk = channel.recv(64 * 1024)
        if not chunk:
            return
        *lines, buffer = (buffer + chunk).split(b'\n')
        yield from lines
        if len(buffer) > MAX_REQUEST_BYTES:
            raise ValueError('a request is too long')


def rss_bytes():
    """Resident memory of this process."""
    with open('/proc/self/statm', encoding='ascii') as statm:
        return int(statm.read().split()[1]) * PAGE_BYTES
