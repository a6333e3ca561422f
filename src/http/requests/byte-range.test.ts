import { expect, it } from 'vitest';
import { readRange, type WantedBytes } from './byte-range.ts';

const many = Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join();

it.each<[string | undefined, WantedBytes]>([
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['Bytes=2-5', { start: 2, end: 5 }],
  ['bytes=0-99999999999999999999', { start: 0, end: 9 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99999999999999999999', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-0,1-1', 'whole'],
  [`bytes=${many}`, 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=-1-2', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['bytes=0x1-2', 'whole'],
  ['bytes = 0 - 1', 'whole'],
  ['items=0-1', 'whole'],
])('of ten bytes, Range %s', (header, wanted) => {
  expect(readRange(header, 10)).toEqual(wanted);
});
