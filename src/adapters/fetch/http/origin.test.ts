// What an origin is told, which redirects are remembered, and how often a stale source is replaced.
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../core/inspecting/inspection.ts';
import { fetchFailure } from './fetch-failure.ts';
import { createOrigin } from './origin.ts';

const FILM = 'https://cdn.test/film';
const sourceOf = (address: string, more: Partial<Source> = {}): Source => ({
  address,
  headers: {},
  cookies: {},
  fragments: null,
  ...more,
});
const failure = fetchFailure('stale', new Error('gone'));

/** An origin whose refreshes give `fresh-1.test`, `fresh-2.test` and so on. */
function setUp() {
  let asked = 0;
  const origin = createOrigin(sourceOf(FILM), async () => {
    asked += 1;
    return sourceOf(`https://fresh-${asked}.test/film`);
  });
  return { ...origin, asked: () => asked };
}

describe('the headers of a request', () => {
  const { headersFor } = createOrigin(
    sourceOf(FILM, { headers: { referer: 'https://r.test/' }, cookies: { a: '1', b: '2' } }),
    async () => sourceOf(FILM),
  );

  it('have the cookies on any path of the host of the source', () => {
    expect(headersFor('https://cdn.test/elsewhere')).toEqual({
      referer: 'https://r.test/',
      cookie: 'a=1; b=2',
    });
  });

  it.each([
    'https://other.test/film',
    'https://cdn.test.evil.test/film',
    'https://sub.cdn.test/film',
    'https://cdn.test:8443/film',
  ])('have no cookies for %s', (address) => {
    expect(headersFor(address)).toEqual({ referer: 'https://r.test/' });
  });

  it('have no empty cookie', () => {
    expect(setUp().headersFor(FILM)).toEqual({});
  });
});

describe('the target of a redirect', () => {
  it('is remembered for its address alone, until that answers by itself again', () => {
    const { forget, served, shortcut } = setUp();
    served(FILM, 'https://edge.test/film');
    expect(shortcut(FILM)).toBe('https://edge.test/film');
    expect(shortcut('https://cdn.test/other')).toBe('https://cdn.test/other');
    served(FILM, FILM);
    expect(shortcut(FILM)).toBe(FILM);
    served(FILM, 'https://edge.test/film');
    forget(FILM);
    expect(shortcut(FILM)).toBe(FILM);
  });

  it('is forgotten with its source', async () => {
    const { served, renew, shortcut } = setUp();
    served(FILM, 'https://edge.test/film');
    await renew(0, failure);
    expect(shortcut(FILM)).toBe(FILM);
  });

  it('is one of a hundred at most', () => {
    const { served, shortcut } = setUp();
    const address = (index: number) => `https://cdn.test/${index}`;
    const remembered = () =>
      Array.from({ length: 250 }, (_, index) => address(index)).filter(
        (each) => shortcut(each) !== each,
      );
    for (let index = 0; index < 100; index += 1) served(address(index), 'https://edge.test/');
    expect(remembered()).toHaveLength(100);
    for (let index = 100; index < 250; index += 1) served(address(index), 'https://edge.test/');
    expect(remembered().length).toBeLessThanOrEqual(100);
    expect(remembered()).toContain(address(249));
  });
});

describe('a stale source', () => {
  it('is replaced once for all who used it', async () => {
    const { asked, current, renew } = setUp();
    await Promise.all([renew(0, failure), renew(0, failure), renew(0, failure)]);
    await renew(0, failure);
    expect(asked()).toBe(1);
    expect(current()).toEqual({ source: sourceOf('https://fresh-1.test/film'), generation: 1 });
  });

  it('is replaced twice; then its failure counts', async () => {
    const { asked, current, renew, served } = setUp();
    await renew(0, failure);
    served('https://fresh-1.test/film', 'https://fresh-1.test/film');
    await renew(1, failure);
    expect(current().source.address).toBe('https://fresh-2.test/film');
    await expect(renew(2, failure)).rejects.toBe(failure.error);
    expect(asked()).toBe(2);
  });

  it('is not replaced again when the last one served nothing', async () => {
    const { asked, renew } = setUp();
    await renew(0, failure);
    await expect(renew(1, failure)).rejects.toBe(failure.error);
    expect(asked()).toBe(1);
  });

  it('stays where none can be had, and may be replaced later', async () => {
    const answers = [
      Promise.reject(new Error('busy')),
      Promise.resolve(sourceOf('https://b.test/')),
    ];
    const origin = createOrigin(sourceOf(FILM), async () => answers.shift() ?? sourceOf(FILM));
    await expect(origin.renew(0, failure)).rejects.toThrow('busy');
    expect(origin.current()).toMatchObject({ source: { address: FILM }, generation: 0 });
    await origin.renew(0, failure);
    expect(origin.current()).toMatchObject({ source: { address: 'https://b.test/' } });
  });
});

describe('a conditional request', () => {
  it('is made one at a time until an origin has shown that it knows conditions', () => {
    const { conditionMet, takeCondition } = setUp();
    expect([takeCondition(), takeCondition()]).toEqual([true, false]);
    conditionMet(false);
    expect([takeCondition(), takeCondition()]).toEqual([true, false]);
    conditionMet(true);
    expect([takeCondition(), takeCondition()]).toEqual([true, true]);
  });

  it('is left out for good once one was not understood', () => {
    const { conditionMet, leaveOutConditions, takeCondition } = setUp();
    takeCondition();
    leaveOutConditions();
    conditionMet(true);
    expect(takeCondition()).toBe(false);
  });
});
