// What a tunnel does with bytes that cannot go on at once: it holds them back, loses none, and keeps none in memory.
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { setUpLaneFixture } from '../../../tests/fixtures/door/lane-fixture.ts';
import { openTunnel, untilClosed } from '../../../tests/fixtures/door/raw-client.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import { joinSockets } from './tunnel.ts';

const { openLane, startOrigin } = setUpLaneFixture();

/** One end of a connection whose writes wait until they are let go. */
function createEnd(): { end: Socket; written: string[]; letGo: () => void } {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const duplex = new Duplex({
    read: () => undefined,
    write: (piece, _, done) => {
      waiting.push(() => {
        written.push(String(piece));
        done();
      });
    },
  });
  const end = Object.assign(duplex, { setTimeout: () => duplex }) as unknown as Socket;
  return {
    end,
    written,
    letGo: () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) next();
    },
  };
}

it('holds a fast origin back while the client does not read, and then loses nothing', async () => {
  // More than all buffers of two connections in the kernel hold.
  const bytes = 64_000_000;
  const origin = await startOrigin((socket) => socket.end(Buffer.alloc(bytes, 'a')));
  const lane = await openLane();
  const { rest, socket } = await openTunnel(lane.proxyUrl, `cdn.test:${origin.port}`);
  socket.pause();
  let taken = -1;
  let still = 0;
  await until(() => {
    const { bytesIn } = lane.use();
    still = bytesIn > 0 && bytesIn === taken ? still + 1 : 0;
    taken = bytesIn;
    return still === 50;
  });
  expect(taken).toBeLessThan(bytes / 2);
  let received = rest.length;
  socket.on('data', (piece) => {
    received += piece.length;
  });
  await untilClosed(socket);
  expect(received).toBe(bytes);
});

it('hands on what it still holds when the origin has ended and closed', async () => {
  const client = createEnd();
  const origin = createEnd();
  joinSockets(client.end, origin.end, () => true);
  origin.end.push('the last words');
  origin.end.push(null);
  origin.end.end();
  await until(() => origin.end.closed);
  expect(client.end.destroyed).toBe(false);
  client.letGo();
  await until(() => client.end.closed);
  expect(client.written).toEqual(['the last words']);
});

it.each(['client', 'origin'] as const)('ends both when the %s breaks off', async (side) => {
  const ends = { client: createEnd(), origin: createEnd() };
  joinSockets(ends.client.end, ends.origin.end, () => true);
  ends[side].end.destroy();
  await until(() => ends.client.end.closed && ends.origin.end.closed);
});

it('lets nothing pass once it may not', async () => {
  const client = createEnd();
  const origin = createEnd();
  joinSockets(client.end, origin.end, (from) => from === 'origin');
  client.end.push('a word too much');
  await until(() => client.end.closed && origin.end.closed);
  origin.letGo();
  expect(origin.written).toEqual([]);
});
