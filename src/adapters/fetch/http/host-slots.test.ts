// Connections to one host, shared by the parts of one job.
import { describe, expect, it, vi } from 'vitest';
import { MAX_CONNECTIONS } from './connection-count.ts';
import { createHostSlots, type Seat } from './host-slots.ts';

function takeAll(seat: Seat, host: string): number {
  let taken = 0;
  while (taken < 100 && seat.tryTake(host)) taken += 1;
  return taken;
}

describe('the slots of a host', () => {
  it('are all available to a single part, separately for each host', () => {
    const seat = createHostSlots().join(() => undefined);
    expect(takeAll(seat, 'a.test')).toBe(MAX_CONNECTIONS);
    expect(takeAll(seat, 'b.test')).toBe(MAX_CONNECTIONS);
  });

  it('never exceed the maximum in total, and some are reserved for new parts', () => {
    const slots = createHostSlots();
    const picture = slots.join(() => undefined);
    const sound = slots.join(() => undefined);
    expect(picture.tryTake('a.test')).toBe(true);
    expect(sound.tryTake('a.test')).toBe(true);
    const more = takeAll(picture, 'a.test');
    expect(more).toBe(MAX_CONNECTIONS - 3);
    expect(takeAll(sound, 'a.test')).toBe(1);
  });

  it('leave two to each part that has begun, and one to a part that begins', () => {
    const slots = createHostSlots();
    const [film, sound, words, cover] = Array.from({ length: 4 }, () =>
      slots.join(() => undefined),
    );
    for (const part of [film, sound, words]) expect(part?.tryTake('a.test')).toBe(true);
    expect(film && takeAll(film, 'a.test')).toBe(3);
    expect(cover?.tryTake('a.test')).toBe(true);
    expect(sound && takeAll(sound, 'a.test')).toBe(0);
    film?.release('a.test');
    film?.release('a.test');
    expect(sound && takeAll(sound, 'a.test')).toBe(1);
    expect(words && takeAll(words, 'a.test')).toBe(1);
    expect(film && takeAll(film, 'a.test')).toBe(0);
  });

  it('are offered to the others when one is released and when a part ends, and not to it', () => {
    const offered: string[] = [];
    const slots = createHostSlots();
    const first = slots.join(() => offered.push('first'));
    slots.join(() => offered.push('second'));
    first.tryTake('a.test');
    first.release('a.test');
    expect(offered).toContain('second');
    offered.length = 0;
    first.leave();
    expect(offered).toEqual(['second']);
  });

  it('are not more after a slot was released twice', () => {
    const seat = createHostSlots().join(() => undefined);
    seat.tryTake('a.test');
    for (const host of ['a.test', 'a.test', 'never.test']) seat.release(host);
    expect(takeAll(seat, 'a.test')).toBe(MAX_CONNECTIONS);
  });

  it('are free once they are released or their part has ended', () => {
    const freed = vi.fn();
    const slots = createHostSlots();
    const first = slots.join(() => undefined);
    const second = slots.join(freed);
    takeAll(first, 'a.test');
    expect(second.tryTake('a.test')).toBe(false);
    first.release('a.test');
    expect(freed).toHaveBeenCalled();
    expect(second.tryTake('a.test')).toBe(true);
    first.leave();
    expect(takeAll(second, 'a.test')).toBe(MAX_CONNECTIONS - 1);
  });
});
