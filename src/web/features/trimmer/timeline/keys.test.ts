import { describe, expect, it } from 'vitest';
import { commandOf, type Press } from './keys.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('a key', () => {
  it.each([
    [press(' '), { kind: 'play' }],
    [press('ArrowLeft'), { kind: 'step', byMs: -1000 }],
    [press('ArrowRight', { shiftKey: true }), { kind: 'step', byMs: 10_000 }],
    [press(','), { kind: 'frame', by: -1 }],
    [press('.'), { kind: 'frame', by: 1 }],
    [press('i'), { kind: 'mark', which: 'start' }],
    [press('O', { shiftKey: true }), { kind: 'mark', which: 'end' }],
    [press('Home'), { kind: 'edge', which: 'start' }],
    [press('End'), { kind: 'edge', which: 'end' }],
    [press('ه', { code: 'KeyI' }), { kind: 'mark', which: 'start' }],
    [press('щ', { code: 'KeyO' }), { kind: 'mark', which: 'end' }],
  ])('%j does its work', (one, command) => {
    expect(commandOf(one)).toEqual(command);
  });

  it.each([
    press('Tab'),
    press('Enter'),
    press('a'),
    press('i', { ctrlKey: true }),
    press(',', { metaKey: true }),
    press('ArrowLeft', { altKey: true }),
    // A Latin keyboard with another order: its letter counts, not its place.
    press('c', { code: 'KeyI' }),
  ])('%j is left to the browser', (one) => {
    expect(commandOf(one)).toBeNull();
  });
});
