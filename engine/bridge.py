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
BACKLOG = 512


def start(port, path):
    """Listens on 127.0.0.1:`port` and forks the process that passes connections on to the UNIX socket `path`; its process id."""
    _raise_loopback()
    listener = socket.create_server(('127.0.0.1', port), backlog=BACKLOG)
    # Inherited by each connection: without it a small answer may wait 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
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
    class Side(asyncio.Protocol):
        """One of the two ends of a connection; what arrives here is written there, no faster than it is taken."""

        def __init__(self):
            self.transport = self.other = None

        def connection_made(self, transport):
            self.transport = transport

        def data_received(self, data):
            self.other.write(data)

        def eof_received(self):
            if self.other.can_write_eof():
                self.other.write_eof()
            return True  # the other direction may go on

        def pause_writing(self):
            self.other.pause_reading()

        def resume_writing(self):
            self.other.resume_reading()

        def connection_lost(self, error):
            if self.other:
                self.other.close()

    class Client(Side):
        """The end of the engine's side, which waits until the door is reached."""

        def connection_made(self, transport):
            super().connection_made(transport)
            # Reading begins by itself right after this, whatever is said now.
            loop.call_soon(transport.pause_reading)
            self.connecting = asyncio.ensure_future(self.connect())

        async def connect(self):
            try:
                door, side = await loop.create_unix_connection(Side, path)
            except OSError:
                self.transport.close()  # the door is closed
                return
            side.other, self.other = self.transport, door
            if self.transport.is_closing():
                door.close()
            else:
                self.transport.resume_reading()

    loop = asyncio.get_running_loop()
    server = await loop.create_server(Client, sock=listener)
    await server.serve_forever()
