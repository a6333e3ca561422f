import { expect, it } from 'vitest';
import { createPlaylist } from './playlist.ts';

const PARTS = [
  { startMs: 1000, endMs: 2000 },
  { startMs: 5000, endMs: 6000 },
];

it('plays the parts one after the other and stops at the end of the last', () => {
  const list = createPlaylist();
  expect(list.begin(PARTS)).toBe(1000);
  expect(list.next(1500)).toEqual({ kind: 'on' });
  expect(list.next(1999)).toEqual({ kind: 'on' });
  expect(list.next(2000)).toEqual({ kind: 'jump', toMs: 5000 });
  expect(list.next(5500)).toEqual({ kind: 'on' });
  expect(list.next(6000)).toEqual({ kind: 'stop', atMs: 6000 });
});

it('begins again while it loops, also when the file ends with the last part', () => {
  const list = createPlaylist();
  list.setLooping(true);
  list.begin(PARTS);
  list.next(2000);
  expect(list.next(6000)).toEqual({ kind: 'jump', toMs: 1000 });
  list.next(2000);
  expect(list.ended()).toEqual({ kind: 'jump', toMs: 1000 });
});

it('leaves a player alone that plays no parts', () => {
  const list = createPlaylist();
  expect(list.begin([])).toBeNull();
  expect(list.next(9e9)).toEqual({ kind: 'on' });
  list.begin(PARTS);
  list.clear();
  expect(list.next(9e9)).toEqual({ kind: 'on' });
  expect(list.ended()).toEqual({ kind: 'on' });
});

it('begins with the first part each time, also after the last was played', () => {
  const list = createPlaylist();
  list.begin(PARTS);
  list.next(2000);
  expect(list.begin(PARTS)).toBe(1000);
  expect(list.next(2000)).toEqual({ kind: 'jump', toMs: 5000 });
  list.setLooping(true);
  list.setLooping(false);
  expect(list.ended()).toEqual({ kind: 'stop', atMs: 6000 });
});
