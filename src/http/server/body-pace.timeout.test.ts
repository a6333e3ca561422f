// Node's own timeout of requests beside the pace of bodies: which of them ends what, and that neither outlives its request.
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { MODEM_PACE, paceBodies } from './body-pace.ts';

/** A server whose answers to broken requests are recorded, and its requests with bodies. */
function open() {
  const clock = createManualClock();
  const server = createServer();
  const answered: string[] = [];
  server.on('clientError', (error: NodeJS.ErrnoException) => void answered.push(`${error.code}`));
  const pace = paceBodies(server as FastifyInstance['server'], clock);
  /** The request of a client who sends so fast that the pace is no matter. */
  const begin = (isContended?: () => boolean) => {
    const socket = Object.assign(new EventEmitter(), { bytesRead: 0 });
    const raw = Object.assign(new EventEmitter(), { socket });
    pace({ raw } as unknown as FastifyRequest, MODEM_PACE, isContended);
    return { raw, socket };
  };
  const fail = (socket: object, code: string, packet = '') =>
    server.emit(
      'clientError',
      Object.assign(new Error(code), { code, rawPacket: Buffer.from(packet) }),
      socket as never,
    );
  return { clock, answered, begin, fail };
}
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

it('Node’s timeout ends any request once but one whose body keeps its pace', () => {
  const { answered, begin, fail } = open();
  const { socket } = begin();
  fail(socket, TIMED_OUT);
  expect(answered).toEqual([]);
  fail(new EventEmitter(), TIMED_OUT);
  fail(socket, 'HPE_INVALID_CONSTANT');
  expect(answered).toEqual([TIMED_OUT, 'HPE_INVALID_CONSTANT']);
});

it.each(['end', 'close'])(
  'a body that has come to its %s is not ended later, and its connection has Node’s timeout again',
  (event) => {
    const { clock, answered, begin, fail } = open();
    const { raw, socket } = begin();
    raw.emit(event);
    clock.advance(2 * MODEM_PACE.windowMs);
    expect([answered, clock.pending()]).toEqual([[], 0]);
    fail(socket, TIMED_OUT);
    expect(answered).toEqual([TIMED_OUT]);
  },
);

it('an overlong boundary is malformed, overlong fields are too large', () => {
  const { answered, begin, fail } = open();
  const { socket } = begin();
  fail(socket, 'HPE_HEADER_OVERFLOW', 'content-type: multipart/form-data; boundary=aaaa');
  fail(socket, 'HPE_HEADER_OVERFLOW', 'x: aaaa');
  expect(answered).toEqual(['HPE_BOUNDARY', 'HPE_HEADER_OVERFLOW']);
});

it('the next slowest makes way only once the connection of the last one is closed', () => {
  const { clock, answered, begin } = open();
  const bodies = [1, 2, 3].map(() => begin(() => true));
  const pass = () => {
    for (const { socket } of bodies) socket.bytesRead += MODEM_PACE.minBytes;
    clock.advance(MODEM_PACE.windowMs);
  };
  pass();
  pass();
  expect(answered).toHaveLength(1);
  for (const { raw } of bodies.slice(0, 1)) raw.emit('close');
  pass();
  expect(answered).toHaveLength(2);
});
