import { expect, it } from 'vitest';
import type { EgressRoute } from './door.ts';
import { createOpenEgresses } from './open-egresses.ts';

/** Egresses that note when they are opened and closed. */
function openAll() {
  const events: string[] = [];
  const opened = createOpenEgresses(({ id, from }: EgressRoute) => {
    events.push(`open ${id} ${from ?? ''}`.trim());
    return {
      dial: async () => {
        throw new Error('not dialled');
      },
      wayTo: () => {
        throw new Error('not used');
      },
      close: async () => void events.push(`close ${id}`),
    };
  });
  return { events, opened };
}

it('an egress is open until the last that holds it lets go', () => {
  const { events, opened } = openAll();
  const endFirst = opened.open([{ id: 'a' }, { id: 'b' }]);
  const endSecond = opened.open([{ id: 'b' }]);
  const release = opened.get('a')?.hold();
  endFirst();
  endFirst();
  expect([events, opened.get('a') !== undefined]).toEqual([['open a', 'open b'], true]);
  release?.();
  expect([events.at(-1), opened.get('a')]).toEqual(['close a', undefined]);
  endSecond();
  expect([events.at(-1), opened.get('b')]).toEqual(['close b', undefined]);
});

it('an id means the route that it was opened with, until that has closed', () => {
  const { events, opened } = openAll();
  const end = opened.open([{ id: 'a', from: '192.0.2.1' }]);
  const endOther = opened.open([{ id: 'a', from: '192.0.2.2' }]);
  end();
  endOther();
  opened.open([{ id: 'a', from: '192.0.2.2' }]);
  expect(events).toEqual(['open a 192.0.2.1', 'close a', 'open a 192.0.2.2']);
});
