import { expect, it } from 'vitest';
import { plainLine } from './plain-lines.ts';

const line = (entry: object) => `${JSON.stringify({ time: 1, ...entry })}\n`;

it('says at a terminal what a line of the log says, without JSON', () => {
  const refused = { level: 30, reqId: 'req-1', code: 'bad_media', ref: 'ab', msg: 'refused' };
  expect(plainLine(line(refused))).toBe('refused code=bad_media ref=ab\n');
});

it('marks warnings with their cause, and errors with their places', () => {
  const err = { type: 'Error', message: 'no room', stack: '    at x' };
  expect(plainLine(line({ level: 40, err, msg: 'not kept' }))).toBe(
    'warning: not kept (no room)\n',
  );
  expect(plainLine(line({ level: 50, err, msg: 'failed' }))).toBe(
    'error: failed (no room)\n    at x\n',
  );
});

it('leaves out requests, and whatever would move the cursor', () => {
  expect(plainLine(line({ level: 30, msg: 'request', status: 200 }))).toBeNull();
  expect(plainLine(line({ level: 30, msg: 'a\u001b[2Jb\rc' }))).toBe('a[2Jbc\n');
});
