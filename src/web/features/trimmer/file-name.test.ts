import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutName, snapshotName } from './file-name.ts';

const range = { startMs: 5000, endMs: 70_000 };

describe('the name of a trimmed file', () => {
  it.each([
    ['Holiday.mp4', 'Holiday (0.05–1.10).mp4'],
    ['My film.final.MOV', 'My film.final (0.05–1.10).mp4'],
    ['a/b\\c:d*e?.mp4', 'a b c d e (0.05–1.10).mp4'],
    ['..hidden..mp4', 'hidden (0.05–1.10).mp4'],
    ['سفر.mp4', 'سفر (0.05–1.10).mp4'],
    ['a.flac5', 'a (0.05–1.10).mp4'],
    ['a.mpeg42', 'a.mpeg42 (0.05–1.10).mp4'],
    ['a  b\t\u202ec.mp4', 'a b c (0.05–1.10).mp4'],
    [`${'ü'.repeat(80)}.mp4`, `${'ü'.repeat(80)} (0.05–1.10).mp4`],
    [`${'ü'.repeat(81)}.mp4`, `${'ü'.repeat(80)} (0.05–1.10).mp4`],
    ['.mp4', 'video (0.05–1.10).mp4'],
    ['', 'video (0.05–1.10).mp4'],
  ])('of "%s" is "%s"', (original, name) => {
    expect(cutName(original, [range], 'mp4')).toBe(name);
  });

  it('names milliseconds when a time has some', () => {
    expect(cutName('a.mp3', [{ startMs: 5250, endMs: 70_000 }], 'mp3')).toBe(
      'a (0.05.250–1.10.000).mp3',
    );
  });

  it('lists two parts, and counts more', () => {
    const second = { startMs: 80_000, endMs: 90_000 };
    expect(cutName('a.mp4', [range, second], 'mp4')).toBe('a (0.05–1.10, 1.20–1.30).mp4');
    const third = { startMs: 100_000, endMs: 110_000 };
    expect(cutName('a.mp4', [range, second, third], 'mp4')).toBe('a (0.05–1.50, 3×).mp4');
  });

  it('of a picture has its time', () => {
    expect(snapshotName('a.mp4', 5250)).toBe('a (0.05.250).png');
    expect(snapshotName('a.mp4', 5000)).toBe('a (0.05).png');
  });

  it('can be stored on any disk, whatever the original was called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (original) => {
        const name = cutName(original, [range], 'webm');
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
        expect(name).toMatch(/^[^.\s].* \(0\.05–1\.10\)\.webm$/su);
        expect(name).not.toMatch(/[\p{Cc}"*/:<>?\\|]/u);
      }),
    );
  });
});
