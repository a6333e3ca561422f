import { describe, expect, it } from 'vitest';
import { type EncodeRecipe, mp3Recipe } from '../../../../core/choosing/plan.ts';
import type { Probe } from '../../../../core/files/checking/find-fault.ts';
import { type PieceTerms, planPieces, ROUND_SAMPLES } from './plan-pieces.ts';

const SOUND = {
  kind: 'sound',
  index: 0,
  codec: 'aac',
  sampleRateHz: 44_100,
  channels: 2,
} as const;
const PICTURE = { kind: 'picture', index: 1, codec: 'h264', width: 640, height: 360 } as const;
const probeOf = (...streams: object[]) => ({ streams }) as unknown as Probe;
const MP3 = mp3Recipe(320);
const TERMS = { seconds: 600, processors: 2, isPiped: true };

const plan = (
  terms: Partial<PieceTerms> = {},
  recipe: EncodeRecipe = MP3,
  probes = [probeOf(SOUND)],
) => planPieces(recipe, probes, { ...TERMS, ...terms });

describe('an MP3 is encoded in pieces', () => {
  it.each([
    [600, 2, 2],
    [600, 1, null],
    [600, 0, null],
    [600, -3, null],
    [600, 4, 4],
    [600, 64, 4],
    [61, 64, 3],
    [40, 2, 2],
    [39, 2, null],
    [0.5, 8, null],
    [null, 8, null],
  ])('of %s s on %s free processors: %s', (seconds, processors, count) => {
    expect(plan({ seconds, processors })?.begins.length ?? null).toBe(count);
  });

  it('of whole rounds, each a little shorter than the one before', () => {
    const { begins = [] } = plan({ processors: 4 }) ?? {};
    const lengths = [...begins, 600 * 44_100].map((begin, at, all) => (all[at + 1] ?? 0) - begin);
    lengths.pop();
    expect(begins.filter((begin) => begin % ROUND_SAMPLES !== 0)).toEqual([]);
    expect(lengths.toSorted((a, b) => b - a)).toEqual(lengths);
    expect((lengths.at(-1) ?? 0) / (lengths[0] ?? 0)).toBeGreaterThan(0.6);
  });

  it('unless it is of a low rate, mixed, or not an MP3 alone', () => {
    const sound = { codec: 'mp3', kilobitsPerSecond: 320, mixesAll: true } as const;
    const others: EncodeRecipe[] = [
      mp3Recipe(96),
      { ...MP3, sound },
      { ...MP3, sound: 'copy' },
      { ...MP3, container: 'avi' },
    ];
    expect(others.map((recipe) => plan({}, recipe))).toEqual([null, null, null, null]);
    expect(plan({}, mp3Recipe(128))).not.toBeNull();
  });

  it('of a film only if that is a file', () => {
    const film = [probeOf(SOUND, PICTURE)];
    expect(plan({}, MP3, film)).toBeNull();
    expect(plan({ isPiped: false }, MP3, film)).not.toBeNull();
    expect(plan({}, MP3, [probeOf(PICTURE)])).toBeNull();
  });
});
