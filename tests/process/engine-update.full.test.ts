// A new engine takes over while visitors are served: good ones do, broken ones do not, and one that fails later is rolled back.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import {
  type BrokenFile,
  FIRST_VERSION,
  linkOf,
  startUpdateFixture,
  type UpdateFixture,
} from '../support/engine/engine-update-fixture.ts';
import { processesBelow } from '../support/product/process-tree.ts';

const CANARIES = [
  'https://www.youtube.com/watch?v=labMain_001',
  'https://www.tiktok.com/@lab.dances/video/7512345678901234501',
  'https://www.pinterest.com/pin/664281013778109217/',
];
const OTHER_LINK = 'https://www.tiktok.com/@lab.trains/video/7512345678901234504';

/** Videos that are no canaries, all different, each of which a good engine can read. */
const OTHERS = [
  ...new Map(
    Object.values(LAB_PLATFORMS)
      .flatMap(({ links }) => links)
      .filter(({ url, expect }) => !('code' in expect) && !CANARIES.includes(url))
      .flatMap(({ url }) => {
        try {
          return [[linkOf(url).id, url] as const];
        } catch (error) {
          if (error instanceof TypeError) return []; // a short link
          throw error;
        }
      }),
  ).values(),
].filter((url) => !/labMain|@lab.dances|664281013778109217/.test(url));

const NO_START: BrokenFile = {
  file: '__init__.py',
  code: "raise ImportError('left out of the package')",
};
const NO_YOUTUBE: BrokenFile = {
  file: 'extractor/youtube/_video.py',
  code: [
    'def _lost(self, url):',
    "    raise ExtractorError('Unable to extract player response')",
    'YoutubeIE._real_extract = _lost',
  ].join('\n'),
};
/** Reads what was tried before it took over, and nothing else. */
const NO_OTHERS: BrokenFile = {
  file: 'extractor/common.py',
  code: [
    '_true_extract = InfoExtractor.extract',
    'def _lost(self, url):',
    `    if not any(known in url for known in ('labMain_001', '7512345678901234501', '664281013778109217')):`,
    "        raise RegexNotFoundError('Unable to extract data')",
    '    return _true_extract(self, url)',
    'InfoExtractor.extract = _lost',
  ].join('\n'),
};

const FIRST = `${FIRST_VERSION}-pip`;
const NEW = {
  broken: '2026.09.01',
  blind: '2026.09.02',
  good: '2026.09.03',
  failing: '2026.09.04',
};
const GOOD = `${NEW.good}-1`;

/** Marks of the engines that have a process. */
const engineProcesses = () =>
  new Set(
    processesBelow(process.pid)
      .filter(({ command }) => command.includes('worker.py'))
      .map(({ treeId }) => treeId),
  );

describe('a new engine', () => {
  let fixture: UpdateFixture;
  beforeAll(async () => {
    fixture = await startUpdateFixture({ canaries: CANARIES });
  });
  afterAll(() => fixture.close());

  /** Begins a look that lasts until the page it reads is released. */
  const beginLongLook = async (url: string) => {
    const { asked, release } = fixture.hold(new URL(linkOf(url).address).pathname);
    let isOver = false;
    const look = fixture.inspect(url).finally(() => {
      isOver = true;
    });
    await asked;
    return { look, release, isOver: () => isOver };
  };
  const onlyRunning = (id: string) =>
    vi.waitUntil(
      () => [...fixture.engineModule.host.running()].join() === id && engineProcesses().size === 1,
      { timeout: 10_000, interval: 10 },
    );

  /** Takes what the index has, with looks going on all the time; answers how it ended and how they did. */
  const takeWhileServing = async () => {
    fixture.updates.update(null);
    let hasEnded = false;
    const ended = fixture.settled().finally(() => {
      hasEnded = true;
    });
    const codes = new Set<string>();
    for (let at = 0; !hasEnded; at += 1) codes.add(await fixture.inspect(OTHERS[at % 5] ?? ''));
    return { result: await ended, codes: [...codes] };
  };

  it.each([
    ['cannot be loaded', NEW.broken, NO_START, { reason: 'does_not_start', platforms: [] }],
    [
      'lost a platform',
      NEW.blind,
      NO_YOUTUBE,
      { reason: 'canaries_failed', platforms: ['youtube'] },
    ],
  ])('that %s is not installed, and nothing is left of it', async (_name, version, broken, why) => {
    fixture.publish(version, broken);
    expect(await takeWhileServing()).toEqual({ result: 'refused', codes: ['ok'] });
    const status = await fixture.updates.status();
    expect(status.current.version).toBe(FIRST_VERSION);
    expect(status.refused[0]).toMatchObject({ version, ...why });
    expect(fixture.alarms.at(-1)).toMatchObject({ kind: 'engine_refused', details: { version } });
    expect(await fixture.folders()).toEqual([FIRST]);
    expect(await fixture.chosen()).toBe(FIRST);
    await onlyRunning(FIRST);
  });

  it('that passes its trial takes over, while running requests finish on the one before', async () => {
    fixture.publish(NEW.good);
    const long = await beginLongLook(OTHER_LINK);
    expect(await takeWhileServing()).toEqual({ result: 'switched', codes: ['ok'] });
    expect(await fixture.chosen()).toBe(GOOD);
    expect(fixture.engineModule.host.running()).toEqual(new Set([FIRST, GOOD]));
    expect(long.isOver()).toBe(false);
    long.release();
    expect(await long.look).toBe('ok');
    await onlyRunning(GOOD);
    expect(fixture.engineModule.pool.state().description?.version).toBe(NEW.good);
    expect((await fixture.updates.status()).previous).toBe(FIRST_VERSION);
  });

  it('that fails later is rolled back automatically, and not installed again automatically', async () => {
    fixture.publish(NEW.failing, NO_OTHERS);
    expect((await takeWhileServing()).result).toBe('switched');
    await onlyRunning(`${NEW.failing}-1`);
    const long = await beginLongLook(CANARIES[1] ?? '');
    const codes: string[] = [];
    const isBack = () => fixture.engineModule.host.current().version === NEW.good;
    for (const url of OTHERS) {
      if (isBack()) break;
      codes.push(await fixture.inspect(url));
    }
    expect(await fixture.settled()).toBe('rolled_back');
    expect(codes.length).toBeGreaterThanOrEqual(8);
    expect(codes.filter((code) => code !== 'platform_changed')).toEqual([]);
    expect(await fixture.inspect(OTHERS[0] ?? ''), 'with the one before').toBe('ok');
    expect(long.isOver()).toBe(false);
    long.release();
    expect(await long.look, 'begun before, and finished there').toBe('ok');
    await onlyRunning(GOOD);
    await vi.waitUntil(async () => (await fixture.folders()).join() === GOOD, {
      timeout: 20_000,
      interval: 10,
    });
    expect(await fixture.chosen()).toBe(GOOD);
    expect(fixture.alarms.at(-1)).toMatchObject({
      kind: 'engine_rolled_back',
      details: { version: NEW.failing, back: NEW.good },
    });
    // What was under way at the tenth may have been counted as well.
    expect(Number(fixture.alarms.at(-1)?.details['attempts'])).toBeGreaterThanOrEqual(10);
    expect((await fixture.updates.status()).refused[0]).toMatchObject({
      version: NEW.failing,
      reason: 'rolled_back',
    });
  });

  it('with newer libraries and the same version takes over, and gives way to the older folder', async () => {
    const renewed = `${NEW.good}-2`;
    fixture.publish(NEW.good, undefined, { certifi: '2026.9.1' });
    expect(await takeWhileServing()).toEqual({ result: 'switched', codes: ['ok'] });
    await onlyRunning(renewed);
    expect(await fixture.folders()).toEqual([GOOD, renewed]);
    await fixture.updates.rollBack();
    expect(await fixture.settled()).toBe('rolled_back');
    await onlyRunning(GOOD);
    expect(await fixture.chosen()).toBe(GOOD);
    expect(await fixture.inspect(OTHERS[0] ?? '')).toBe('ok');
    expect((await fixture.updates.status()).refused[0]).toMatchObject({
      version: NEW.good,
      libraries: { certifi: '2026.9.1' },
      reason: 'rolled_back_by_operator',
    });
  });

  it('logged no other warning than that one does not start', () => {
    expect(fixture.warnings).toMatchObject([[`the engine ${NEW.broken} does not start`, {}]]);
  });

  it('leaves no process when the server ends', async () => {
    await fixture.engineModule.close();
    expect(engineProcesses()).toEqual(new Set());
  });
});
