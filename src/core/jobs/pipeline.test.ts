import { describe, expect, it } from 'vitest';
import { LIMIT_SECONDS, make, NOW } from '../../../tests/support/media/pipeline-fixture.ts';
import type { Probe } from '../files/checking/find-fault.ts';
import type { JobProgress } from './progress.ts';

const A_MINUTE: Probe = {
  bytes: 1,
  startSeconds: 0,
  durationSeconds: 60,
  streams: [
    {
      kind: 'picture',
      index: 0,
      codec: 'h264',
      width: 320,
      height: 180,
      fps: 25,
      dynamicRange: 'sdr',
      startSeconds: 0,
      durationSeconds: 60,
    },
  ],
};
const phases = (progress: readonly JobProgress[]) => [
  ...new Set(progress.map(({ phase }) => phase)),
];

describe('a file that is made', () => {
  it('is fetched, made, checked and kept, and nothing else stays', async () => {
    const { file, seen, checks, makes, progress, material } = make();
    expect(await file).toEqual({
      id: 'kept',
      workKey: 'work plan',
      receipt: { extension: 'mp4' },
      expiresAt: NOW + 60_000,
    });
    expect(seen).toEqual(['reserve 1000', 'keep /folder/made', 'end fetching', 'close', 'remove']);
    const { chapters } = material;
    expect(chapters).toHaveLength(1);
    expect(makes).toMatchObject([
      { folder: '/folder', durationSeconds: 60, maxBytes: 1e9, chapters },
    ]);
    expect(checks).toMatchObject([
      {
        path: '/folder/made',
        container: 'mp4',
        announcedSeconds: 60,
        maxDurationSeconds: LIMIT_SECONDS,
        closely: false,
      },
    ]);
    expect(phases(progress)).toEqual(['fetching', 'making', 'checking']);
  });

  it.each([
    ['as much space as it takes', {}, 1000],
    ['twice that where it is encoded', { recipe: { kind: 'encode', container: 'mp4' } }, 2000],
    ['twice that where its source is stored', { sources: [{ kind: 'file', role: 'all' }] }, 2000],
    ['a part of the disk where nobody knows', { estimate: { bytes: null } }, 200 * 1024 ** 2],
    ['no more than two files may take', { estimate: { bytes: 1e12 } }, 2e9],
  ])('reserves %s', async (_what, option, bytes) => {
    const { file, seen } = make({ option });
    await file;
    expect(seen[0]).toBe(`reserve ${bytes}`);
  });

  it('makes room while it is fetched, every two seconds', async () => {
    const [quick, slow] = [make({ fetchMs: 1999 }), make({ fetchMs: 2000 })];
    await Promise.all([quick.file, slow.file]);
    expect([quick.seen, slow.seen].map((seen) => seen.includes('room'))).toEqual([false, true]);
  });

  it('is checked closely where one of its sources may have a gap', async () => {
    const { file, checks } = make({ gaps: [false, true] });
    await file;
    expect(checks[0]?.closely).toBe(true);
  });

  it('that holds another part of its source than was asked for is checked for that, and says so', async () => {
    const span = { startSeconds: 8, endSeconds: 20 };
    const from = { picture: A_MINUTE, sound: null };
    const { file, checks } = make({ made: { span, from } });
    expect(await file).toMatchObject({ receipt: { span } });
    expect(checks[0]?.expect).toMatchObject({ durationSeconds: 12 });
  });

  it('without subtitles that could not be had is checked for the others, says so, and has a key of its own', async () => {
    const made = [{ cues: [], language: 'eng', name: 'English' }];
    const { file, checks } = make({
      option: { expect: { durationSeconds: 60, picture: null, sound: null, subtitles: 3 } },
      subtitles: { made, missing: ['de', 'zh-Hant'] },
    });
    expect(await file).toMatchObject({
      workKey: 'work plan/without/de,zh-Hant',
      receipt: { missingSubtitles: ['de', 'zh-Hant'] },
    });
    expect(checks[0]?.expect.subtitles).toBe(1);
  });

  it('says what was done about its loudness', async () => {
    const loudness = { way: 'level', lufs: -9.4, gainDb: -4.6 } as const;
    const { file } = make({ made: { loudness } });
    expect(await file).toMatchObject({ receipt: { loudness } });
  });

  it('with all its subtitles misses none', async () => {
    expect(await make().file).toEqual(
      expect.objectContaining({ workKey: 'work plan', receipt: { extension: 'mp4' } }),
    );
  });

  it.each([
    ['encode', 34],
    ['slideshow', 34],
    ['copy', 92],
  ])('by %s is at %i percent when it is fetched and half is written', async (kind, percent) => {
    const { file, progress } = make({ option: { recipe: { kind, container: 'mp4' } } });
    await file;
    expect(progress.find(({ phase }) => phase === 'making')?.percent).toBe(percent);
  });
});
