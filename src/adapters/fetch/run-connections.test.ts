// How many connections of a part run at once, what ends them, and what is measured meanwhile, on a manual clock.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { MAX_CONNECTIONS } from './http/connection-count.ts';
import { createHostSlots, type HostSlots } from './http/host-slots.ts';
import { createActivity } from './part-file/part-context.ts';
import { runConnections } from './run-connections.ts';

const HOST = 'cdn.test';
const turn = () => new Promise(setImmediate);

/** A part of `tasks` tasks, each of which ends when it is told to. */
function setUp(tasks: number, options: { wanted?: number; slots?: HostSlots } = {}) {
  const { slots = createHostSlots() } = options;
  let wanted = options.wanted ?? 3;
  const clock = createManualClock();
  const activity = createActivity(clock, () => undefined);
  const running: PromiseWithResolvers<void>[] = [];
  const beside: number[] = [];
  const measured: [number, number][] = [];
  const stops: unknown[] = [];
  let left = tasks;
  const connections = runConnections(
    { activity, clock, slots },
    {
      wanted: () => wanted,
      measure: (count, rate) => measured.push([count, rate]),
      expect: () => undefined,
      refuse: () => undefined,
    },
    {
      host: () => HOST,
      begin: (active) => {
        if (left === 0) return null;
        left -= 1;
        beside.push(active);
        const task = Promise.withResolvers<void>();
        running.push(task);
        return task.promise;
      },
      isDone: () => left === 0,
    },
    (reason) => stops.push(reason),
  );
  connections.done.catch(() => undefined);
  const end = async (error?: Error) => {
    const task = running.shift();
    if (error) task?.reject(error);
    else task?.resolve();
    await turn();
  };
  const isSettled = async () => {
    const pending = Symbol('pending');
    const ended = connections.done.catch(() => undefined);
    return (await Promise.race([ended, turn().then(() => pending)])) !== pending;
  };
  return {
    ...connections,
    activity,
    beside,
    clock,
    end,
    isSettled,
    measured,
    running,
    slots,
    stops,
    add: (more: number) => {
      left += more;
    },
    want: (count: number) => {
      wanted = count;
    },
  };
}

/** How many connections to the host a newcomer finds free. */
function freeSlots(slots: HostSlots): number {
  const seat = slots.join(() => undefined);
  let free = 0;
  while (free < 100 && seat.tryTake(HOST)) free += 1;
  seat.leave();
  return free;
}

describe('the connections of a part', () => {
  it('are as many as are wanted, one for each task, until all tasks are done', async () => {
    const part = setUp(12);
    await turn();
    expect(part.beside).toEqual([0, 1, 2]);
    expect(part.active()).toBe(3);
    for (const expected of [...Array(9).fill(3), 2, 1]) {
      await part.end();
      expect(part.active()).toBe(expected);
      expect(await part.isSettled()).toBe(false);
    }
    await part.end();
    expect(await part.isSettled()).toBe(true);
    await expect(part.done).resolves.toBeUndefined();
    expect(part.stops).toEqual([]);
    expect(part.clock.pending()).toBe(0);
    expect(freeSlots(part.slots)).toBe(MAX_CONNECTIONS);
  });

  it('follow the number that is wanted, up within a tick and down as tasks end', async () => {
    const part = setUp(20);
    await turn();
    part.want(6);
    part.clock.advance(50);
    expect(part.active()).toBe(6);
    part.want(2);
    part.clock.advance(50);
    expect(part.active()).toBe(6);
    for (const expected of [5, 4, 3, 2, 2]) {
      await part.end();
      expect(part.active()).toBe(expected);
    }
  });

  it('begin when there are tasks again', async () => {
    const part = setUp(2);
    await turn();
    expect(part.active()).toBe(2);
    part.add(1);
    part.pump();
    expect(part.beside).toEqual([0, 1, 2]);
  });

  it('keep no slot for a task that is not there', async () => {
    const part = setUp(2);
    await turn();
    expect(part.active()).toBe(2);
    expect(freeSlots(part.slots)).toBe(MAX_CONNECTIONS - 2);
  });

  it('wait for a slot of their host, and take it as soon as another part gives one back', async () => {
    const slots = createHostSlots();
    const other = slots.join(() => undefined);
    for (let taken = 0; taken < MAX_CONNECTIONS; taken += 1) other.tryTake(HOST);
    const part = setUp(2, { slots });
    await turn();
    expect(part.active()).toBe(0);
    expect(await part.isSettled()).toBe(false);
    other.release(HOST);
    expect(part.active()).toBe(1);
  });

  it('end with the first failure, once all of them have ended, and begin nothing more', async () => {
    const part = setUp(9);
    await turn();
    const [first, second] = [new Error('first'), new Error('second')];
    await part.end(first);
    expect(part.stops).toEqual([first]);
    expect(await part.isSettled()).toBe(false);
    await part.end(second);
    await part.end();
    await expect(part.done).rejects.toBe(first);
    expect(part.stops).toEqual([first]);
    expect(part.beside).toHaveLength(3);
    expect(part.clock.pending()).toBe(0);
    expect(freeSlots(part.slots)).toBe(MAX_CONNECTIONS);
  });
});

describe('the rate of a part', () => {
  const flow = ({ activity }: ReturnType<typeof setUp>, count: number) => {
    for (let one = 0; one < count; one += 1) activity.flowed();
  };

  it('is measured over 200 ms, from when every connection has brought bytes', async () => {
    const part = setUp(9);
    await turn();
    flow(part, 2);
    part.clock.advance(500);
    expect(part.measured).toEqual([]);
    part.activity.came(1_000_000);
    flow(part, 1);
    part.clock.advance(50);
    part.activity.came(2000);
    part.clock.advance(150);
    expect(part.measured).toEqual([]);
    part.clock.advance(50);
    expect(part.measured).toEqual([[3, 10_000]]);
  });

  it('is measured after a second at the latest', async () => {
    const part = setUp(9);
    await turn();
    part.clock.advance(1200);
    expect(part.measured).toEqual([]);
    part.clock.advance(50);
    expect(part.measured).toEqual([[3, 0]]);
  });

  it('is not measured while there are fewer connections than wanted', async () => {
    const part = setUp(3);
    await turn();
    flow(part, 3);
    part.want(4);
    part.clock.advance(5000);
    expect(part.measured).toEqual([]);
  });

  it('is measured from the start when the number has changed meanwhile', async () => {
    const part = setUp(9);
    await turn();
    flow(part, 3);
    part.clock.advance(200);
    part.want(4);
    part.clock.advance(50);
    flow(part, 1);
    part.clock.advance(200);
    expect(part.measured).toEqual([]);
    part.clock.advance(50);
    expect(part.measured).toEqual([[4, 0]]);
  });
});
