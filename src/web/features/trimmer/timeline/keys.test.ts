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
    [press('+', { shiftKey: true }), { kind: 'zoom', which: 'in' }],
    [press('='), { kind: 'zoom', which: 'in' }],
    [press('-'), { kind: 'zoom', which: 'out' }],
    [press('z'), { kind: 'zoom', which: 'fit' }],
    [press('b'), { kind: 'split' }],
    [press('n'), { kind: 'add' }],
    [press('X', { shiftKey: true }), { kind: 'toggle' }],
    [press('Delete'), { kind: 'delete' }],
    [press('Backspace'), { kind: 'delete' }],
    [press('ArrowRight'), { kind: 'step', byMs: 1000 }],
    [press('ArrowLeft', { shiftKey: true }), { kind: 'step', byMs: -10_000 }],
    [press('B', { shiftKey: true }), { kind: 'split' }],
    [press('ч', { code: 'KeyX' }), { kind: 'toggle' }],
    [press('и', { code: 'KeyB' }), { kind: 'split' }],
    [press('с', { code: 'KeyC' }), { kind: 'snapshot' }],
    [press('д', { code: 'KeyL' }), { kind: 'loop' }],
    [press('т', { code: 'KeyN' }), { kind: 'add' }],
    [press('н', { code: 'KeyY', ctrlKey: true }), { kind: 'redo' }],
    [press('б', { code: 'Comma' }), { kind: 'frame', by: -1 }],
    [press('ю', { code: 'Period' }), { kind: 'frame', by: 1 }],
    [press('l'), { kind: 'loop' }],
    [press('c'), { kind: 'snapshot' }],
    [press('?', { shiftKey: true }), { kind: 'help' }],
    [press('z', { ctrlKey: true }), { kind: 'undo' }],
    [press('z', { metaKey: true, shiftKey: true }), { kind: 'redo' }],
    [press('y', { ctrlKey: true }), { kind: 'redo' }],
    [press('ظ', { code: 'KeyZ', ctrlKey: true }), { kind: 'undo' }],
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
    press('a', { code: 'KeyI' }),
    press('c', { ctrlKey: true }),
    press('x', { metaKey: true }),
  ])('%j is left to the browser', (one) => {
    expect(commandOf(one)).toBeNull();
  });
});
