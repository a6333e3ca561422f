// TLS over a lane: which certificates are believed, and that a connection is used again.
import { createServer as createTlsServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, createAuthority } from '../../../lab/proxy/certificates.ts';
import {
  answerText,
  bytesOf,
  never,
  setUpLaneFixture,
} from '../../../tests/fixtures/door/lane-fixture.ts';
import { AMPLE } from '../../../tests/fixtures/door/open-door.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import { openRequest } from './request.ts';
import { streamRequest } from './stream-request.ts';

const { openLane } = setUpLaneFixture();

describe('a request over TLS', () => {
  let authority: Authority;
  let server: Server;
  let port: number;
  const sockets = new Set<TLSSocket>();

  beforeAll(async () => {
    authority = await createAuthority();
    server = createTlsServer(
      {
        ALPNProtocols: ['h2', 'http/1.1'],
        SNICallback: (name, done) => {
          const host = name === 'wrong.test' ? 'other.test' : name;
          authority.contextFor(host, name === 'expired.test').then(
            (context) => done(null, context),
            (error: Error) => done(error),
          );
        },
      },
      (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
        socket.on('data', (piece) => {
          if (piece.includes('GET')) socket.write(answerText(String(socket.alpnProtocol)));
        });
      },
    );
    // A client that does not like the certificate breaks off; that is what is being tested.
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const bound = server.address();
    port = typeof bound === 'object' && bound ? bound.port : 0;
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('trusts the extra authority, speaks HTTP/1.1, and keeps its connection for the next job, but not for the time between', async () => {
    const lane = await openLane({}, { extraCa: authority.caPem });
    const ask = async () =>
      bytesOf(
        await openRequest(lane, {
          address: `https://right.test:${port}/`,
          maxBytes: 100,
          signal: never,
        }),
      );
    expect(await ask()).toBe('http/1.1'.length);
    expect(lane.end().connections).toBe(1);
    // Undici takes a connection back a moment after the end of its body.
    await new Promise(setImmediate);
    await expect(ask()).rejects.toMatchObject({ code: 'cancelled' });
    lane.begin('youtube', AMPLE);
    expect(await ask()).toBe('http/1.1'.length);
    expect(lane.use()).toMatchObject({ connections: 0 });
    expect(lane.use().bytesIn).toBeGreaterThan(8);
    expect(sockets.size).toBe(1);
    lane.close();
    await until(() => sockets.size === 0);
  });

  it('leaves its connection to the one that is sent as soon as it has ended', async () => {
    const lane = await openLane({}, { extraCa: authority.caPem });
    const listener = { asked: () => undefined, head: () => undefined, piece: () => undefined };
    for (let count = 0; count < 5; count += 1)
      await streamRequest(lane, { address: `https://right.test:${port}/`, headers: {} }, listener)
        .ended;
    expect(lane.use().connections).toBe(1);
    lane.close();
    await until(() => sockets.size === 0);
  });

  it.each(['wrong.test', 'expired.test'])('refuses the certificate of %s', async (host) => {
    const lane = await openLane({}, { extraCa: authority.caPem });
    const address = `https://${host}:${port}/`;
    await expect(
      openRequest(lane, { address, maxBytes: 100, signal: never }),
    ).rejects.toMatchObject({ code: 'origin_unreachable' });
    await until(() => sockets.size === 0);
  });

  it('refuses an authority that nobody named', async () => {
    const lane = await openLane();
    const address = `https://right.test:${port}/`;
    await expect(
      openRequest(lane, { address, maxBytes: 100, signal: never }),
    ).rejects.toMatchObject({ code: 'origin_unreachable' });
  });
});
