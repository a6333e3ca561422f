import { describe, expect, it } from 'vitest';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { firstChoice, formatsFor, requestFor, withFormat } from './choices.ts';

const receipt = (part: Partial<DownloadResult['receipt']>) =>
  ({ receipt: { container: 'mp4', picture: {}, sound: {}, ...part } }) as Pick<
    DownloadResult,
    'receipt'
  >;

describe('the formats of a file', () => {
  it('are all for a video with sound', () => {
    expect(formatsFor(receipt({}))).toHaveLength(7);
  });
  it('leave out what it cannot become', () => {
    expect(formatsFor(receipt({ picture: null }))).toEqual(['mp3', 'aac', 'm4a']);
    expect(formatsFor(receipt({ sound: null }))).toEqual(['mp4', 'webm', 'avi', 'mov']);
  });
});

it.each([
  ['a video', receipt({}), 'mp3'],
  ['a silent video', receipt({ sound: null }), 'webm'],
  ['an MP3', receipt({ picture: null, container: 'mp3' }), 'aac'],
])('the first choice for %s is another format', (_name, file, format) => {
  expect(firstChoice(file).format).toBe(format);
});

describe('the request', () => {
  const choice = { ...firstChoice(receipt({})), format: 'webm' } as const;
  it.each([
    [{ size: 'high' }, { job: 'j', format: 'webm' }],
    [{ size: 'low' }, { job: 'j', format: 'webm', quality: 'low' }],
    [
      { size: 'fit', megabytes: 25 },
      { job: 'j', format: 'webm', maxBytes: 25_000_000 },
    ],
    [
      { format: 'aac', rate: 96, size: 'fit' },
      { job: 'j', format: 'aac', kilobitsPerSecond: 96 },
    ],
  ] as const)('of %j', (part, expected) => {
    expect(requestFor('j', { ...choice, ...part })).toEqual(expected);
  });
});

it('keeps the sound as it is where that is possible', () => {
  const aac = receipt({ sound: { codec: 'aac' } as never });
  const m4a = withFormat(firstChoice(aac), 'm4a', aac);
  expect(requestFor('j', m4a)).toEqual({ job: 'j', format: 'm4a' });
  expect(requestFor('j', withFormat(m4a, 'mp3', aac))).toEqual({
    job: 'j',
    format: 'mp3',
    kilobitsPerSecond: 192,
  });
});
