// A TCP proxy that is the one address of a server and its stand-in: it is switched over when the first is lost.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The proxy. */
export type SwitchingProxy = {
  readonly port: number;
  /** Cuts all connections; new ones go to this port of this machine, or are cut at once for null. */
  readonly pointAt: (port: number | null) => void;
  readonly stop: () => Promise<void>;
};

/** Starts one in front of a port of this machine. */
export async function startSwitchingProxy(firstPort: number): Promise<SwitchingProxy> {
  let target: number | null = firstPort;
  const open = new Set<Socket>();
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Whatever broke, the other side is told by the end of its connection.
    socket.on('error', () => undefined);
  };
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (asked) => {
    hold(asked);
    if (target === null) return void asked.destroy();
    const onward = connect({ port: target, host: '127.0.0.1', noDelay: true });
    hold(onward);
    asked.once('close', () => onward.destroy());
    onward.once('close', () => asked.destroy());
    asked.pipe(onward);
    onward.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pointAt(port) {
      target = port;
      cutAll();
    },
    async stop() {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
