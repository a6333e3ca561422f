"""The engine's main process: reads its settings from the first line of stdin, loads yt-dlp and forks workers on demand.

Started by src/adapters/ytdlp/workers/zygote.ts as `python -I -B worker.py`; stdin is its only input.
"""
import gc
import json
import os
import sys
import time


def main():
    """Loads the engine, sends "ready" and serves until stdin ends."""
    started = time.monotonic()
    # Events have a descriptor of their own, so that printed text cannot corrupt them.
    events = os.dup(1)
    os.dup2(2, 1)
    settings = json.loads(_first_line())
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:0] = [here, *([settings['modulePath']] if settings.get('modulePath') else [])]
    door = settings.get('door')
    if door:
        import bridge
    # First, while this process is small.
    bridge_pid = bridge.start(door['port'], door['socket']) if door else None
    import extract
    import zygote

    server = zygote.Zygote(extract.Engine(settings), events, settings['limits'], bridge_pid)
    gc.collect()
    # Forked workers share these pages as long as neither side writes to them.
    gc.freeze()
    server.send(
        event='ready', nested=not server.forker.why, why=server.forker.why, missing=server.engine.missing,
        ms=round((time.monotonic() - started) * 1000),
    )
    server.run()


def _first_line():
    line = b''
    while not line.endswith(b'\n'):
        piece = os.read(0, 1)  # one at a time: what follows belongs to the zygote
        if not piece:
            raise SystemExit('no settings on stdin')
        line += piece
    return line


main()
