// What is counted on the connections of one job, and when they are ended; on sockets and a clock that a test moves.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { Budget } from './door.ts';
import { createLaneMeter } from './lane-meter.ts';

const BUDGET: Budget = { maxBytes: 1000, maxSockets: 3, idleMs: 30_000, totalMs: 60_000 };

/** A connection whose counters a test sets. */
class Wire extends EventEmitter {
  bytesRead = 0;
  bytesWritten = 0;
  destroyed = false;

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  asSocket(): Socket {
    return this as unknown as Socket;
  }
}

function setUp(budget: Partial<Budget> = {}) {
  const clock = createManualClock();
  const meter = createLaneMeter(clock);
  const begin = () => meter.begin({ ...BUDGET, ...budget });
  const dial = async (name = 'cdn.test', wire = new Wire()) => {
    await meter.enter(name, async () => wire.asSocket());
    return wire;
  };
  begin();
  return { ...meter, again: begin, clock, dial };
}

const refused = (code: string) => expect.objectContaining({ code });

describe('the bytes of a job', () => {
  it('are those of all its connections in both directions, at the moment they are asked for', async () => {
    const { dial, use } = setUp();
    const [one, other] = [await dial(), await dial()];
    one.bytesRead = 100;
    other.bytesRead = 20;
    other.bytesWritten = 3;
    expect(use()).toEqual({
      bytesIn: 120,
      bytesOut: 3,
      connections: 2,
      refused: 0,
      spent: null,
    });
    one.bytesRead = 101;
    expect(use()).toMatchObject({ bytesIn: 121, bytesOut: 3 });
  });

  it('include those that came before the connection was handed over, and those before its end', async () => {
    const { dial, use } = setUp();
    const early = new Wire();
    early.bytesRead = 50;
    await dial('cdn.test', early);
    expect(use().bytesIn).toBe(50);
    early.bytesRead = 70;
    early.destroy();
    expect(use().bytesIn).toBe(70);
  });

  it('may be exactly as many as its budget; one more ends everything', async () => {
    const { check, clock, dial, enter, use } = setUp();
    const [one, other] = [await dial(), await dial()];
    one.bytesRead = 600;
    other.bytesWritten = 400;
    clock.advance(100);
    expect([one.destroyed, other.destroyed, use().spent]).toEqual([false, false, null]);
    expect(check(one.asSocket())).toBe(true);
    one.bytesRead = 601;
    expect(check(one.asSocket())).toBe(false);
    expect([one.destroyed, other.destroyed, use().spent]).toEqual([true, true, 'bytes']);
    await expect(enter('cdn.test', async () => new Wire().asSocket())).rejects.toMatchObject({
      code: 'server_busy',
      params: { retryAfterSeconds: 10 },
    });
  });

  it('are noticed within a tenth of a second where nobody asks', async () => {
    const { clock, dial } = setUp();
    const wire = await dial();
    wire.bytesRead = 1001;
    clock.advance(100);
    expect(wire.destroyed).toBe(true);
  });
});

describe('the connections of a job', () => {
  it('are limited with those that are being dialled, and free their place when they fail or end', async () => {
    const { dial, enter, use } = setUp();
    const [first] = [await dial(), await dial()];
    const dialling = Promise.withResolvers<Socket>();
    const third = enter('cdn.test', () => dialling.promise);
    await expect(dial()).rejects.toEqual(refused('server_busy'));
    dialling.reject(new Error('refused'));
    await expect(third).rejects.toThrow('refused');
    await dial();
    await expect(dial()).rejects.toEqual(refused('server_busy'));
    first?.destroy();
    await dial();
    expect(use()).toMatchObject({ connections: 4, spent: 'sockets' });
  });

  it.each<[string, (job: ReturnType<typeof setUp>) => void, string]>([
    ['its job ended', ({ end }) => end(), 'cancelled'],
    [
      'the next job began',
      ({ again, end }) => {
        end();
        again();
      },
      'cancelled',
    ],
    ['its time was over', ({ clock }) => clock.advance(60_000), 'timeout'],
  ])('are not used when %s while they were dialled', async (_, happen, code) => {
    const job = setUp();
    const wire = new Wire();
    const dialling = Promise.withResolvers<Socket>();
    const entering = job.enter('cdn.test', () => dialling.promise);
    happen(job);
    dialling.resolve(wire.asSocket());
    await expect(entering).rejects.toEqual(refused(code));
    expect(wire.destroyed).toBe(true);
    expect(job.use().connections).toBe(0);
  });

  it('are not used when the bytes were spent while they were dialled', async () => {
    const { dial, enter } = setUp();
    const busy = await dial();
    const wire = new Wire();
    const dialling = Promise.withResolvers<Socket>();
    const entering = enter('cdn.test', () => dialling.promise);
    busy.bytesRead = 1001;
    busy.destroy();
    dialling.resolve(wire.asSocket());
    await expect(entering).rejects.toEqual(refused('server_busy'));
    expect(wire.destroyed).toBe(true);
  });

  it('are cut by the names they were dialled with', async () => {
    const { cut, dial } = setUp();
    const [one, other] = [await dial('a.test'), await dial('b.test')];
    cut((name) => name === 'a.test');
    expect([one.destroyed, other.destroyed]).toEqual([true, false]);
  });

  it('are unknown to the meter once they have ended, and others always', async () => {
    const { check, dial } = setUp();
    const wire = await dial();
    expect(check(wire.asSocket())).toBe(true);
    wire.destroy();
    expect(check(wire.asSocket())).toBe(false);
    expect(check(new Wire().asSocket())).toBe(false);
  });
});

describe('a job that had all its connections once', () => {
  it.each<[string, (job: ReturnType<typeof setUp>, wire: Wire) => void, string]>([
    [
      'bytes',
      ({ clock }, wire) => {
        wire.bytesRead = 1001;
        clock.advance(100);
      },
      'server_busy',
    ],
    ['time', ({ clock }) => clock.advance(60_000), 'timeout'],
  ])('still ends with its %s', async (spent, happen, code) => {
    const job = setUp();
    const [wire] = [await job.dial(), await job.dial(), await job.dial()];
    await expect(job.dial()).rejects.toEqual(refused('server_busy'));
    expect(job.use().spent).toBe('sockets');
    happen(job, wire as Wire);
    expect(wire?.destroyed).toBe(true);
    await expect(job.dial()).rejects.toEqual(refused(code));
    expect(job.use().spent).toBe(spent);
  });
});

describe('the time of a job', () => {
  it('ends a connection that was silent for the idle time, and no busy one', async () => {
    const { clock, dial, use } = setUp();
    const [silent, busy] = [await dial(), await dial()];
    clock.advance(29_900);
    busy.bytesRead += 1;
    expect([silent.destroyed, busy.destroyed]).toEqual([false, false]);
    clock.advance(100);
    expect([silent.destroyed, busy.destroyed, use().spent]).toEqual([true, false, null]);
  });

  it('is counted from its own beginning', async () => {
    const { again, clock, dial, end, use } = setUp();
    clock.advance(50_000);
    end();
    clock.advance(50_000);
    again();
    const wire = await dial();
    for (let second = 0; second < 59; second += 1) {
      wire.bytesWritten += 1;
      clock.advance(1000);
    }
    expect([wire.destroyed, use().spent]).toEqual([false, null]);
    clock.advance(1000);
    expect([wire.destroyed, use().spent]).toEqual([true, 'time']);
    await expect(dial()).rejects.toEqual(refused('timeout'));
  });

  it('is over even while nothing is connected', () => {
    const { clock, use } = setUp();
    clock.advance(59_900);
    expect(use().spent).toBeNull();
    clock.advance(100);
    expect(use().spent).toBe('time');
  });
});

describe('between two jobs', () => {
  it('connections stay for the idle time after the first end, however busy', async () => {
    const { clock, dial, end } = setUp();
    const wire = await dial();
    clock.advance(10_000);
    end();
    for (let step = 0; step < 29; step += 1) {
      wire.bytesRead += 1;
      clock.advance(1000);
    }
    end();
    expect(wire.destroyed).toBe(false);
    clock.advance(1000);
    expect(wire.destroyed).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  it('what they carry is no one’s, and the next job finds them fresh', async () => {
    const { again, clock, dial, end, use } = setUp();
    const wire = await dial();
    wire.bytesRead = 10;
    expect(end()).toMatchObject({ bytesIn: 10, connections: 1 });
    clock.advance(29_000);
    wire.bytesRead = 500;
    again();
    expect(use()).toEqual({ bytesIn: 0, bytesOut: 0, connections: 0, refused: 0, spent: null });
    clock.advance(29_900);
    expect(wire.destroyed).toBe(false);
    wire.bytesRead = 501;
    expect(use().bytesIn).toBe(1);
  });

  it('nothing is dialled, and what was used stays as it was', async () => {
    const { end, enter, isOpen, refused: refuse, use } = setUp();
    refuse();
    const before = end();
    expect(before.refused).toBe(1);
    expect(isOpen()).toBe(false);
    let isDialled = false;
    const dialling = enter('cdn.test', async () => {
      isDialled = true;
      return new Wire().asSocket();
    });
    await expect(dialling).rejects.toEqual(refused('cancelled'));
    expect(isDialled).toBe(false);
    expect(use()).toEqual(before);
  });

  it('a silent connection gets the whole idle time from the next job', async () => {
    const { again, clock, dial, end } = setUp();
    const wire = await dial();
    end();
    clock.advance(29_000);
    again();
    clock.advance(29_900);
    expect(wire.destroyed).toBe(false);
    clock.advance(100);
    expect(wire.destroyed).toBe(true);
  });

  it('the next may begin, and none beside another', () => {
    const { again, end } = setUp();
    expect(again).toThrow(TypeError);
    end();
    again();
  });
});

it('a closed meter has no connection, no timer and no job', async () => {
  const { clock, close, dial, isOpen } = setUp();
  const wire = await dial();
  close();
  expect([wire.destroyed, isOpen(), clock.pending()]).toEqual([true, false, 0]);
  await expect(dial()).rejects.toEqual(refused('cancelled'));
});
