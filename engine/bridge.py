"""Relays connections from a loopback port to the egress proxy's socket, for an engine with a network namespace of its own.

Runs as a process of its own, forked before the engine is loaded; ends with its parent.
"""
import fcntl
import os
import signal
import socket
import struct

import kernel

SIOCGIFFLAGS, SIOCSIFFLAGS = 0x8913, 0x8914
IFF_UP = 1
BACKLOG = 512


def start(port, path):
    """Listens on 127.0.0.1:`port`, forks the process that relays connections to the UNIX socket `path`, and returns its process id."""
    _raise_loopback()
    listener = socket.create_server(('127.0.0.1', port), backlog=BACKLOG)
    # Inherited by each connection: without it a small response may wait 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    child = os.fork()
    if child:
        listener.close()
        return child
    try:
        kernel.die_with_parent()
        _close_inherited(keep=(2, listener.fileno()))
        kernel.drop_privileges()
        import asyncio  # only here: the engine does not need it
        asyncio.run(_serve(asyncio, listener, path))
    finally:
        os._exit(1)


def _raise_loopback():
    """Brings up the loopback interface, which is down in a new network namespace unless bubblewrap has raised it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack('16sh14x', b'lo', 0)
        flags = struct.unpack('16sh14x', fcntl.ioctl(any_socket, SIOCGIFFLAGS, asked))[1]
        if not flags & IFF_UP:
            fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack('16sh14x', b'lo', flags | IFF_UP))


def _close_inherited(keep):
    """Closes the inherited pipes to the server: they belong to the parent and must end with it."""
    for name in os.listdir('/proc/self/fd'):
        if int(name) in keep:
            continue
        try:
            os.close(int(name))
        except OSError:
            pass  # the one that listed the others
    signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _serve(asyncio, listener, path):
    class Side(asyncio.Protocol):
        """One end of a relayed connection; writes to the other end with back-pressure."""

        def __init__(self):
            self.transport = self.other = None

        def connection_made(self, transport):
            self.transport = transport

        def data_received(self, data):
            self.other.write(data)

        def eof_received(self):
            if self.other.can_write_eof():
                self.other.write_eof()
            return True  # the other direction stays open

        def pause_writing(self):
            self.other.pause_reading()

        def resume_writing(self):
            self.other.resume_reading()

        def connection_lost(self, error):
            if self.other:
                self.other.close()

    class Client(Side):
        """The engine's end, which is paused until the proxy is connected."""

        def connection_made(self, transport):
            super().connection_made(transport)
            # asyncio starts reading right after this call, so pause afterwards.
            loop.call_soon(transport.pause_reading)
            self.connecting = asyncio.ensure_future(self.connect())

        async def connect(self):
            try:
                door, side = await loop.create_unix_connection(Side, path)
            except OSError:
                self.transport.close()  # the proxy is closed
                return
            side.other, self.other = self.transport, door
            if self.transport.is_closing():
                door.close()
            else:
                self.transport.resume_reading()

    loop = asyncio.get_running_loop()
    server = await loop.create_server(Client, sock=listener)
    await server.serve_forever()
