"""The engine's process: reads its settings from the first line of stdin, loads yt-dlp and then forks workers on demand.

Started by src/adapters/ytdlp/workers/zygote.ts as `python -I -B worker.py`; nothing here is reached from outside but through stdin.
"""
import gc
import json
import os
import sys
import time


def main():
    """Loads the engine, says "ready" and serves until stdin ends."""
    started = time.monotonic()
    # The events have a descriptor of their own, so that nothing that prints can spoil them.
    events = os.dup(1)
    os.dup2(2, 1)
    settings = json.loads(_first_line())
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:0] = [here, *([settings['modulePath']] if settings.get('modulePath') else [])]
    door = settings.get('door')
    if door:
        import bridge
    # First of all, while this process is small.
    way_out = bridge.start(door['port'], door['socket']) if door else None
    import extract
    import zygote

    server = zygote.Zygote(extract.Engine(settings), events, settings['limits'], way_out)
    gc.collect()
    # The forked share these pages as long as nobody touches them.
    gc.freeze()
    server.say(
        event='ready', nested=not server.nest.why, why=server.nest.why, missing=server.engine.missing,
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
