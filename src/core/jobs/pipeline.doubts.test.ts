import { describe, expect, it } from 'vitest';
import { make, optionOf } from '../../../tests/support/media/pipeline-fixture.ts';
import { AppError } from '../../shared/errors.ts';
import type { Plan } from '../choosing/plan.ts';
import type { Receipt } from '../files/stored-file.ts';

const badMedia = new AppError('bad_media');
const picture = {} as Receipt['picture'];
const silent: Partial<Receipt> = { picture, empty: ['sound'] };

describe('media that are not as announced', () => {
  const other = optionOf({ recipe: { kind: 'encode', container: 'webm' } });

  it('have the next option made, under a key of its own', async () => {
    const { file, seen, makes } = make({ alternatives: [other, optionOf()], making: [badMedia] });
    expect(await file).toMatchObject({ workKey: 'work plan/instead' });
    expect(makes.map(({ recipe }) => recipe.container)).toEqual(['mp4', 'webm']);
    expect(seen.filter((what) => what === 'remove' || what === 'close')).toHaveLength(4);
  });

  it('fail after two attempts, and at once where there is no other option', async () => {
    const { file, makes } = make({ alternatives: [other, other], checking: badMedia });
    await expect(file).rejects.toBe(badMedia);
    expect(makes).toHaveLength(2);
    const alone = make({ checking: badMedia });
    await expect(alone.file).rejects.toBe(badMedia);
    expect([alone.makes.length, alone.seen]).toEqual([
      1,
      ['reserve 1000', 'end fetching', 'close', 'remove'],
    ]);
  });

  it.each([new AppError('server_full'), new Error('a mistake')])(
    'are not meant by %s',
    async (error) => {
      const { file, makes } = make({ alternatives: [other], making: [error] });
      await expect(file).rejects.toBe(error);
      expect(makes).toHaveLength(1);
    },
  );

  it('are not tried again for a job that nobody wants any more', async () => {
    const { file, makes, leaving } = make({ alternatives: [other], checking: badMedia });
    leaving.abort(new AppError('cancelled'));
    await expect(file).rejects.toThrow();
    expect(makes).toHaveLength(1);
  });
});

describe('a source that is refused', () => {
  const other = optionOf({
    sources: [
      { kind: 'track', trackId: '2', role: 'picture' },
      { kind: 'track', trackId: 'sound', role: 'sound' },
    ],
  });
  const first = { sources: [optionOf().sources[0], other.sources[1]] };

  it('leaves what another one has fetched to the next option, which says that it is another', async () => {
    const { file, opened, progress, seen } = make({
      option: first,
      alternatives: [other],
      gaps: [false, false],
      making: [new AppError('not_found')],
    });
    expect(await file).toMatchObject({ receipt: { instead: 'refused' } });
    expect(opened.map(({ arrived }) => [...(arrived?.keys() ?? [])])).toEqual([[], ['1', 'sound']]);
    expect(new Set(progress.map(({ instead }) => instead))).toEqual(
      new Set([undefined, 'refused']),
    );
    // Its files are needed until the end.
    expect(seen.filter((what) => !/reserve|end/.test(what))).toEqual([
      'close',
      'keep /folder/made',
      'close',
      'remove',
      'remove',
    ]);
  });
});

describe('a doubtful file', () => {
  const other = optionOf({ recipe: { kind: 'encode', container: 'webm' } });
  const shorter = { durationSeconds: 57 };
  const whole = { durationSeconds: 60 };

  it.each([
    ['is as doubtful', { found: [shorter, shorter] }, ['keep', 'remove', 'remove']],
    ['is damaged', { found: [shorter], making: [null, badMedia] }, ['remove', 'keep', 'remove']],
  ])('is held, not made again, and kept where the other one %s', async (_what, parts, order) => {
    const { file, seen, makes } = make({ alternatives: [other], ...parts });
    expect(await file).toMatchObject({ workKey: 'work plan' });
    expect(makes).toHaveLength(2);
    const ends = seen.map((what) => what.split(' ')[0]);
    expect(ends.filter((what) => what === 'keep' || what === 'remove')).toEqual(order);
  });

  it('makes way for another one without doubt, which says that it is another', async () => {
    const { file, seen } = make({ alternatives: [other], found: [shorter, whole] });
    expect(await file).toMatchObject({ receipt: { instead: 'damaged' } });
    expect(seen.filter((what) => what === 'remove')).toHaveLength(2);
  });

  it('is kept where the other one has no more, whatever that was announced to be', async () => {
    const stated = optionOf({ expect: { picture: null, sound: null, durationSeconds: null } });
    const { file, makes } = make({ alternatives: [stated], found: [shorter, shorter] });
    expect(await file).toMatchObject({ workKey: 'work plan', receipt: shorter });
    expect(makes).toHaveLength(2);
  });

  it('is kept where it is silent no more, whatever its length is', async () => {
    const found = [silent, { ...shorter, picture }];
    const { file } = make({ alternatives: [other], found });
    expect(await file).toMatchObject({ receipt: { durationSeconds: 57, instead: 'damaged' } });
  });

  it('is kept when the time for another one is spent', async () => {
    let attempts = 0;
    const { file, seen } = make({
      alternatives: [other],
      found: [shorter],
      whileMaking({ turn }, clock) {
        attempts += 1;
        if (attempts === 1) return;
        turn?.begin({ pause: () => undefined, resume: () => undefined });
        clock.advance(16 * 60_000);
      },
    });
    expect(await file).toMatchObject({ workKey: 'work plan', receipt: shorter });
    expect([attempts, seen.filter((what) => what === 'remove').length]).toEqual([2, 2]);
  });

  it('leaves nothing behind when the visitor leaves while it is closed', async () => {
    const { file, seen } = make({
      alternatives: [other],
      found: [shorter],
      closing: (leaving) => leaving.abort(new AppError('cancelled')),
    });
    await expect(file).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen.filter((what) => what === 'remove')).toHaveLength(1);
  });
});

describe('an empty file', () => {
  const renewed: Plan = { ...optionOf(), key: 'renewed', alternatives: [] };

  it('is made once more by what another inspection says', async () => {
    const made = make({
      found: [silent, { picture: null }],
      renew: async () => ({ plan: renewed, material: made.material }),
    });
    expect(await made.file).toMatchObject({ workKey: 'work renewed' });
    expect(made.makes).toHaveLength(2);
  });

  it('is given where it is empty then as well, and says so', async () => {
    const made = make({
      found: [silent, silent],
      renew: async () => ({ plan: renewed, material: made.material }),
    });
    expect(await made.file).toMatchObject({ receipt: { empty: ['sound'] } });
    expect(made.makes).toHaveLength(2);
  });

  it('is given where the item cannot be inspected again', async () => {
    const renew = async () => {
      throw new AppError('rate_limited');
    };
    const { file, makes } = make({ found: [silent], renew });
    // The next request tries again.
    expect(await file).toMatchObject({ workKey: 'work plan/without/sound' });
    expect(makes).toHaveLength(1);
  });

  it('of sound alone is refused', async () => {
    const { file } = make({ found: [{ picture: null, empty: ['sound'] }] });
    await expect(file).rejects.toMatchObject({ code: 'no_sound' });
  });
});
