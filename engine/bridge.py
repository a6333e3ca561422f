"""The engine's only way out where it has a network of its own: passes connections on from a loopback port to the door's socket.

It is a process of its own, forked before the engine is loaded, and ends with its parent.
"""
import fcntl
import os
import signal
import socket
import struct

import kernel

SIOCGIFFLAGS, SIOCSIFFLAGS = 0x8913, 0x8914
IFF_UP = 1
PIECE_BYTES = 64 * 1024
BACKLOG = 512


def start(port, path):
    """Listens on 127.0.0.1:`port` and forks the process that passes connections on to the UNIX socket `path`; its process id."""
    _raise_loopback()
    listener = socket.create_server(('127.0.0.1', port), backlog=BACKLOG)
    child = os.fork()
    if child:
        listener.close()
        return child
    try:
        kernel.die_with_parent()
        _let_go(keep=(2, listener.fileno()))
        kernel.give_up_rights()
        import asyncio  # here alone: the engine does not need it
        asyncio.run(_serve(asyncio, listener, path))
    finally:
        os._exit(1)


def _raise_loopback():
    """A network namespace begins with its loopback interface down; bubblewrap has raised it already."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack('16sh14x', b'lo', 0)
        flags = struct.unpack('16sh14x', fcntl.ioctl(any_socket, SIOCGIFFLAGS, asked))[1]
        if not flags & IFF_UP:
            fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack('16sh14x', b'lo', flags | IFF_UP))


def _let_go(keep):
    """Closes the pipes to the server: they belong to the parent and must end with it."""
    for name in os.listdir('/proc/self/fd'):
        if int(name) in keep:
            continue
        try:
            os.close(int(name))
        except OSError:
            pass  # the one that listed the others
    signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _serve(asyncio, listener, path):
    async def pass_on(reader, writer):
        while piece := await reader.read(PIECE_BYTES):
            writer.write(piece)
            await writer.drain()
        # The other side hears the end, and may still speak.
        if writer.can_write_eof():
            writer.write_eof()

    async def accept(reader, writer):
        writers = [writer]
        try:
            door_reader, door_writer = await asyncio.open_unix_connection(path, limit=PIECE_BYTES)
            writers.append(door_writer)
            ways = [
                asyncio.ensure_future(pass_on(reader, door_writer)),
                asyncio.ensure_future(pass_on(door_reader, writer)),
            ]
            ended, going = await asyncio.wait(ways, return_when=asyncio.FIRST_EXCEPTION)
            for way in going:
                way.cancel()
            for way in ended:
                way.exception()  # a broken connection is no news
        except OSError:
            pass  # the door is closed
        finally:
            for each in writers:
                each.close()

    server = await asyncio.start_server(accept, sock=listener, limit=PIECE_BYTES)
    await server.serve_forever()
