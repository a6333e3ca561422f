import { describe, expect, it } from 'vitest';
import { NO_ORIGIN } from '../../../tests/support/media/make-item.ts';
import { DEFAULT_OPERATOR_STATE } from '../../../tests/support/run/default-operator-state.ts';
import { directEgress } from '../../../tests/support/run/direct-egress.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { createBlockList } from '../blocks/block-list.ts';
import type { Block } from '../blocks/ports.ts';
import { uploaderKey } from '../blocks/uploader.ts';
import type { ListEntry } from './list.ts';
import { createVideoSearch } from './video-search.ts';

const TEN_MINUTES = 600_000;
const HOME = { network: '192.0.2.1/32', canWait: false };
const signal = new AbortController().signal;

const videoOf = (id: string, uploaderIds: readonly string[] = []): ListEntry => ({
  link: {
    platform: 'youtube',
    kind: 'video',
    id,
    address: `https://www.youtube.com/watch?v=${id}`,
    hints: {},
  },
  title: id,
  author: null,
  durationSeconds: null,
  thumbnail: null,
  origin: { ...NO_ORIGIN, mediaIds: [id], uploaderIds },
});

/** The service with ports in memory, and what its engine was asked for. */
function makeService(videos: readonly ListEntry[] = [videoOf('aaaaaaaaaaa')]) {
  const clock = createManualClock(1_000_000_000_000);
  const asked: string[] = [];
  const state = { failure: null as AppError | null, off: false };
  const blocked: Pick<Block, 'kind' | 'subject'>[] = [];
  const blockList = createBlockList({ subjects: async () => blocked });
  let ids = 0;
  const service = createVideoSearch({
    engine: {
      async search(_platform, text) {
        asked.push(text);
        if (state.failure) throw state.failure;
        return videos;
      },
    },
    clock,
    egresses: directEgress(clock),
    turns: DEFAULT_OPERATOR_STATE.turns,
    switches: { of: () => ({ off: state.off, reason: null, fixed: false }) },
    blockList,
    newId: () => `id${++ids}`,
  });
  const block = async (kind: Block['kind'], subject: string) => {
    blocked.push({ kind, subject });
    await blockList.reload();
  };
  const search = (text: string, by = signal) => service.search(text, HOME, by);
  return { search, find: service.find, clock, asked, state, block };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: AppError) => error.code,
  );

describe('a search', () => {
  it('asks once for the same words however they are typed, and again after ten minutes', async () => {
    const { search, asked, clock } = makeService();
    const [one, other] = await Promise.all([search('Öl und  Salz'), search(' öl\tund salz ')]);
    expect(await search('ÖL und salz')).toEqual(one);
    expect(other).toEqual(one);
    expect(asked).toEqual(['Öl und Salz']);
    clock.advance(TEN_MINUTES - 1);
    await search('öl und salz');
    expect(asked.length).toBe(1);
    clock.advance(1);
    await search('öl und salz');
    expect(asked.length).toBe(2);
  });

  it('keeps the results of a hundred', async () => {
    const { search, find, asked } = makeService();
    const first = await search('word 0');
    for (let word = 1; word < 100; word += 1) await search(`word ${word}`);
    expect(find(first.id)).toEqual(first);
    await search('word 100');
    expect(find(first.id)).toBeNull();
    await search('word 0');
    expect(asked.length).toBe(102);
  });

  it.each([
    ['controls', 'a\u0000b\u001b\u0085c', 'a b c'],
    ['line breaks', ' a\r\n\u2028b ', 'a b'],
    ['half of a character', 'a\ud83db', 'a\ufffdb'],
    ['a joined symbol, which stays', '🐈\u200d⬛', '🐈\u200d⬛'],
    ['marks of direction, which stay', '\u200fشلوم', '\u200fشلوم'],
    ['more than a hundred characters', 'x'.repeat(10_000), 'x'.repeat(100)],
    ['what looks like another search', 'ytsearch50:x', 'ytsearch50:x'],
  ])('cleans its words: %s', async (_name, text, sent) => {
    const { search, asked } = makeService();
    await search(text);
    expect(asked).toEqual([sent]);
  });

  it.each(['', ' ', '\u0000', '\r\n\t'])('needs words: %j', async (text) => {
    const { search, asked } = makeService();
    expect(await codeOf(search(text))).toBe('invalid_request');
    expect(asked).toEqual([]);
  });

  it('leaves out what is blocked, also after it was found', async () => {
    const channel = 'UCaaaaaaaaaaaaaaaaaaaaaa';
    const videos = [
      videoOf('aaaaaaaaaaa'),
      videoOf('bbbbbbbbbbb'),
      videoOf('ccccccccccc', [channel]),
    ];
    const { search, find, block } = makeService(videos);
    const { id } = await search('words');
    const left = async () => ({
      found: (await search('words')).entries.map(({ link }) => link.id),
      kept: find(id)?.entries.map(({ link }) => link.id),
    });
    await block('video', 'youtube:aaaaaaaaaaa');
    const two = ['bbbbbbbbbbb', 'ccccccccccc'];
    expect(await left()).toEqual({ found: two, kept: two });
    await block('uploader', uploaderKey({ platform: 'youtube', id: channel }));
    expect(await left()).toEqual({ found: ['bbbbbbbbbbb'], kept: ['bbbbbbbbbbb'] });
  });

  it('is refused while YouTube is switched off, though it is kept', async () => {
    const { search, state, asked } = makeService();
    await search('words');
    state.off = true;
    expect(await codeOf(search('words'))).toBe('platform_disabled');
    expect(asked.length).toBe(1);
  });

  it('counts for the pause of a platform that refuses, and names the platform', async () => {
    const { search, state, asked } = makeService();
    state.failure = new AppError('rate_limited');
    for (const word of ['a', 'b', 'c'])
      await expect(search(word)).rejects.toMatchObject({
        code: 'rate_limited',
        params: { platform: 'YouTube' },
      });
    expect(await codeOf(search('d'))).toBe('platform_paused');
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('ends with the last visitor who waits for it', async () => {
    const { search } = makeService();
    const leaving = AbortSignal.abort(new AppError('cancelled'));
    expect(await codeOf(search('words', leaving))).toBe('cancelled');
  });
});
