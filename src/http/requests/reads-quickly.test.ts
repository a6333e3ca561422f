import { expect, it } from 'vitest';
import { choiceOfOffer } from '../../core/choosing/choice.ts';
import { readKeyOrigin } from '../../shared/keys.ts';
import { fileNameOf } from '../../shared/media/file-name.ts';
import { fileHeaders, isKnown } from '../downloads/file-headers.ts';
import { readRange } from './byte-range.ts';
import { holdsKey, readBearer } from './credentials.ts';
import { readJobId } from './job-id.ts';
import { prefersAsync } from './prefer.ts';

const SIZE = 50_000;
const MOST_MS = 10;
const fill = (text: string) => text.repeat(Math.ceil(SIZE / text.length));
const texts = [
  'a',
  ' ',
  '"',
  '\\',
  '"\\',
  ',',
  ', ',
  '-',
  '.',
  'a.',
  '. ',
  '/',
  '\u200b',
  '1',
  'bytes=',
  'kr_',
  'kr_-',
  'https://',
  '\ud83d',
].flatMap((text) => [
  fill(text),
  `bytes=${fill(text)}-`,
  `bytes=${fill(text)}x`,
  `respond-async${fill(text)}x`,
]);

const readers: readonly [string, (text: string) => unknown][] = [
  ['Range', (text) => readRange(text, 10)],
  ['If-None-Match', (text) => isKnown(text, '"a"')],
  ['Prefer', prefersAsync],
  ['Authorization', (text) => [readBearer(text), readBearer(`Bearer ${text}`)]],
  ['a key in an address', holdsKey],
  ['Origin', readKeyOrigin],
  ['the id of a job', (text) => tried(() => readJobId(text))],
  ['the id of an offer', (text) => choiceOfOffer(text, text)],
  [
    'a title',
    (text) => fileNameOf({ title: text, author: text, qualifier: text, extension: 'mp4' }),
  ],
  [
    'a name',
    (text) => fileHeaders({ name: text.slice(0, 200).toWellFormed(), extension: text, etag: '' }),
  ],
];

function tried(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

it.each(readers)('regex: %s of 50 kB is read in no time', (_name, read) => {
  for (const text of texts) {
    // CPU time of the thread, since the machine may be busy; the best of three, since garbage may be collected.
    const times = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage();
      read(text);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    expect(Math.min(...times), JSON.stringify(text.slice(0, 30))).toBeLessThan(MOST_MS);
  }
});
