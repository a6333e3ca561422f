import { describe, expect, it, vi } from 'vitest';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { turnsWhile } from '../../../tests/support/run/turns-while.ts';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { readSubtitles } from '../../core/subtitles/read-subtitles.ts';
import { AppError } from '../../shared/errors.ts';
import { systemClock } from '../clock/system.ts';
import type { FetchText } from './fetch-text.ts';
import { createSubtitleReader } from './subtitle-reader.ts';

const NETWORK = '192.0.2.1/32';
const signal = new AbortController().signal;
const vtt = (at: number, text: string) =>
  `WEBVTT\n\n00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${text}\n`;

/** A reader of these addresses, and what was fetched of them. */
function readerOf(texts: Readonly<Record<string, string>>) {
  const fetched: [string, number][] = [];
  const fetchText: FetchText = async (address, maxBytes) => {
    fetched.push([address, maxBytes]);
    const text = texts[address];
    if (text === undefined) throw new AppError('not_found');
    if (text.length > maxBytes) throw new AppError('too_large');
    return text;
  };
  const reader = createSubtitleReader({
    clock: systemClock,
    withText: (_source, _signal, use) => use(fetchText),
  });
  const read = (address: string) =>
    reader.read({ address, headers: {}, cookies: {}, platform: 'youtube' }, NETWORK, signal);
  return { read, fetched };
}

describe('subtitles', () => {
  it('are fetched once, and read whatever they are called', async () => {
    const { read, fetched } = readerOf({ 'https://a/1': vtt(1, 'one') });
    const [one, two] = await Promise.all([read('https://a/1'), read('https://a/1')]);
    expect(one).toEqual([{ startMs: 1000, endMs: 2000, text: 'one' }]);
    expect(two).toBe(one);
    expect(await read('https://a/1')).toBe(one);
    expect(fetched).toHaveLength(1);
  });

  it('of megabytes are read in a thread, with the same result', async () => {
    const text = Array.from({ length: 3000 }, (_, n) => `<p t="${n}000" d="900">line ${n}</p>`);
    const xml = `<timedtext><body>${text.join('\n')}${' '.repeat(2_000_000)}</body></timedtext>`;
    const { read } = readerOf({ 'https://a/1': xml });
    const work = read('https://a/1');
    expect(await turnsWhile(work, 5)).toBe(5);
    expect(await work).toEqual(readSubtitles(xml));
  });

  it('in parts are put together in their order, from addresses beside the playlist', async () => {
    const { read, fetched } = readerOf({
      'https://a/x/list':
        '#EXTM3U\n#EXTINF:1,\n1.vtt?a=b\n#EXTINF:1,\nhttps://b/2.vtt\nhttp://[broken\n',
      'https://a/x/1.vtt?a=b': vtt(1, 'one'),
      'https://b/2.vtt': vtt(3, 'two'),
    });
    expect((await read('https://a/x/list')).map(({ text }) => text)).toEqual(['one', 'two']);
    expect(fetched).toHaveLength(3);
  });

  it('in parts with their own times are placed by the clock of their stream', async () => {
    const piece = (ticks: number, text: string) =>
      vtt(1, text).replace('WEBVTT', `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000`);
    const { read } = readerOf({
      'https://a/list': '#EXTM3U\n#EXTINF:4,\n1.vtt\n#EXTINF:4,\n2.vtt\n#EXTINF:4,\n3.vtt\n',
      'https://a/1.vtt': piece(126_000, 'one'),
      'https://a/2.vtt': piece(486_000, 'two'),
      'https://a/3.vtt': piece(846_000, 'three'),
    });
    expect((await read('https://a/list')).map(({ startMs }) => startMs)).toEqual([
      1000, 5000, 9000,
    ]);
  });

  it('have a bound for all parts together', async () => {
    const big = vtt(1, 'x'.repeat(1024 * 1024));
    const names = Array.from({ length: 20 }, (_, n) => `${n}.vtt`);
    const { read, fetched } = readerOf({
      'https://a/list': ['#EXTM3U', ...names].join('\n'),
      ...Object.fromEntries(names.map((name) => [`https://a/${name}`, big])),
    });
    await expect(read('https://a/list')).rejects.toMatchObject({ code: 'too_large' });
    expect(fetched.length).toBeLessThan(8);
  });

  it.each([
    ['that are a page', '<html><p>Sign in</p></html>'],
    ['that are empty', ''],
    ['that are a playlist of nothing', '#EXTM3U\n'],
  ])('%s are not there', async (_name, text) => {
    await expect(readerOf({ 'https://a/1': text }).read('https://a/1')).rejects.toMatchObject({
      code: 'choice_unavailable',
    });
  });
});

it('one network has few fetched at once, and those of others do not wait for it', async () => {
  const { subtitles: all, runningSubtitles } = SHARED_RESOURCES;
  const asked: string[] = [];
  const stop = new AbortController();
  const reader = createSubtitleReader({
    clock: systemClock,
    // A host that never answers.
    withText: (_source, inner, use) =>
      use((address) => {
        asked.push(address);
        return new Promise((_resolve, reject) => {
          inner.addEventListener('abort', () => reject(inner.reason));
        });
      }),
  });
  const codes: string[] = [];
  const read = (address: string, network: string) =>
    reader
      .read({ address, headers: {}, cookies: {}, platform: 'youtube' }, network, stop.signal)
      .catch((error) => codes.push(error.code ?? 'gone'));
  const waiting = runningSubtitles.perNetwork.address + all.perNetwork.address;
  const reads = Array.from({ length: waiting + 5 }, (_, n) => read(`flood ${n}`, NETWORK));
  await vi.waitUntil(() => codes.length === 5, SLOW_MACHINE_TIMEOUT);
  expect(codes).toEqual(Array(5).fill('too_many_requests'));
  expect(asked).toHaveLength(runningSubtitles.perNetwork.address);
  reads.push(read('elsewhere', '192.0.2.2/32'));
  await vi.waitUntil(() => asked.includes('elsewhere'), SLOW_MACHINE_TIMEOUT);
  stop.abort(new Error('seen enough'));
  await Promise.all(reads);
});
