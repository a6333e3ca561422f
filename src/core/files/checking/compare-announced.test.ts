import { describe, expect, it } from 'vitest';
import type { PlanOption } from '../../choosing/plan.ts';
import type { Receipt } from '../stored-file.ts';
import { compareAnnounced } from './compare-announced.ts';

const receipt: Receipt = {
  container: 'mp4',
  picture: { codec: 'h264', width: 1280, height: 720, fps: 30 },
  sound: { codec: 'aac', sampleRateHz: 48_000, channels: 2, kilobitsPerSecond: 128 },
  durationSeconds: 588,
  bytes: 1,
  playsOn: [],
  extension: 'mp4',
};
const track = (role: 'picture' | 'sound' | 'both') =>
  ({ kind: 'track', trackId: role, role }) as const;
const combined: Pick<PlanOption, 'sources' | 'recipe' | 'expect'> = {
  sources: [track('both')],
  recipe: { kind: 'copy', container: 'mp4' },
  expect: {
    picture: { codec: 'h264', width: 1280, height: 720 },
    sound: { codec: 'aac' },
    durationSeconds: 588,
  },
};
const tracks = { ...combined, sources: [track('picture'), track('sound')] };
const announcing = (expect: Partial<PlanOption['expect']>, option = combined) => ({
  ...option,
  expect: { ...option.expect, ...expect },
});
const own = (isExact: boolean) => ({ from: null, isExact });
const NOTHING = { announced: null, doubt: null, fault: null };

describe('an announcement', () => {
  it('that is right, or rounded, is not mentioned', () => {
    expect(compareAnnounced(combined, receipt, own(false))).toEqual(NOTHING);
    const rounded = announcing({
      picture: { codec: 'h264', width: 1272, height: 715 },
      durationSeconds: 589,
    });
    expect(compareAnnounced(rounded, receipt, own(false))).toEqual(NOTHING);
  });

  it.each([
    [{ picture: { codec: 'h264', width: 1920, height: 1080 } }, { lines: 1080 }],
    [{ picture: { codec: 'h265', width: null, height: null } }, { codec: 'h265' }],
    [{ durationSeconds: 600 }, { durationSeconds: 600 }],
  ] as const)('that is wrong is noted: %j', (expected, announced) => {
    expect(compareAnnounced(announcing(expected), receipt, own(true))).toEqual({
      ...NOTHING,
      announced,
    });
  });

  it('of H.264 that is not there is noted, and another rendition may be it', () => {
    const seen = {
      ...receipt,
      picture: { codec: 'h265', width: 1280, height: 720, fps: 30 },
    } as const;
    expect(compareAnnounced(combined, seen, own(true))).toEqual({
      ...NOTHING,
      announced: { codec: 'h264' },
      doubt: { kind: 'codec', detail: 'its picture is not H.264' },
    });
  });

  it('of a sound that is not there is noted, and another rendition may have it', () => {
    expect(compareAnnounced(combined, { ...receipt, sound: null }, own(true))).toEqual({
      announced: { sound: true },
      doubt: { kind: 'soundless', detail: 'it has no sound' },
      fault: null,
    });
  });

  it('says nothing of a stored file, nor of a photo', () => {
    const wrong = announcing({ durationSeconds: 9 });
    const stored = { ...wrong, sources: [{ kind: 'file', fileId: 'f', role: 'both' } as const] };
    expect(compareAnnounced(stored, receipt, own(true))).toEqual(NOTHING);
    expect(compareAnnounced(wrong, { ...receipt, durationSeconds: null }, own(false))).toEqual(
      NOTHING,
    );
  });
});

describe('another length', () => {
  const longer = announcing({ durationSeconds: 600 });
  it('is doubtful unless the bytes are those that were announced', () => {
    expect(compareAnnounced(longer, receipt, own(false)).doubt).toEqual({
      kind: 'length',
      detail: 'it lasts 588 s where 600 s were announced',
    });
    expect(compareAnnounced(longer, receipt, own(true)).doubt).toBeNull();
  });

  it.each([
    [653, null],
    [654, '588 s where 654 s'],
    [535, null],
    [534, '588 s where 534 s'],
  ])('of %i s where 588 s are there is that of another item: %s', (durationSeconds, fault) => {
    const seen = compareAnnounced(announcing({ durationSeconds }), receipt, own(false)).fault;
    if (fault === null) expect(seen).toBeNull();
    else expect(seen).toMatch(fault);
    expect(compareAnnounced(announcing({ durationSeconds }), receipt, own(true)).fault).toBeNull();
  });

  it('where the tracks disagree as well is that of another item, whatever the bytes are', () => {
    const seen = { ...receipt, apartSeconds: 0.7 };
    const both = announcing({ durationSeconds: 600 }, tracks);
    expect(compareAnnounced(both, seen, own(true)).fault).toMatch('0.70 s apart');
    expect(compareAnnounced(longer, seen, own(true)).fault).toBeNull();
  });
});

describe('tracks that end apart', () => {
  it.each([
    [1.9, 10, null],
    [-3, 10, '3.00 s apart'],
    [20, 600, null],
    [40, 600, '40.00 s apart'],
  ])('by %f s of %f s: %s', (apartSeconds, durationSeconds, doubt) => {
    const seen = { ...receipt, durationSeconds, apartSeconds };
    const option = announcing({ durationSeconds }, tracks);
    const compared = compareAnnounced(option, seen, own(false));
    expect(compared).toMatchObject({ announced: null, fault: null });
    if (doubt === null) expect(compared.doubt).toBeNull();
    else
      expect(compared.doubt).toEqual({ kind: 'apart', detail: `picture and sound end ${doubt}` });
    // Within one file its maker wanted it so.
    expect(compareAnnounced(announcing({ durationSeconds }), seen, own(false))).toEqual(NOTHING);
  });
});

it('the sound of a film may be shorter than the film', () => {
  const film = { bytes: 1, startSeconds: 0, durationSeconds: 588, streams: [] };
  const sound = { ...receipt, picture: null, durationSeconds: 400 };
  const option = announcing({ picture: null });
  const from = { picture: film, sound: film };
  expect(compareAnnounced(option, sound, { from, isExact: false })).toEqual(NOTHING);
  expect(compareAnnounced(option, sound, own(false)).fault).toMatch('it lasts 400 s');
});
