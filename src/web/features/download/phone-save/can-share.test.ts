import { afterEach, expect, it, vi } from 'vitest';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { shareType } from './can-share.ts';

afterEach(() => vi.unstubAllGlobals());

it.each<[string, string, number, boolean, boolean, string | null]>([
  ['a video of 200 MB on a phone', 'mp4', 200_000_000, true, true, 'video/mp4'],
  ['a photo', 'jpg', 1000, true, true, 'image/jpeg'],
  ['a larger file', 'mp4', 200_000_001, true, true, null],
  ['a file on a computer', 'mp4', 1000, false, true, null],
  ['what the device does not share', 'mp4', 1000, true, false, null],
])('of %s', (_what, format, bytes, isPhone, shares, type) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  vi.stubGlobal('navigator', { canShare: () => shares });
  const result = { format, filename: `a.${format}`, receipt: { bytes } };
  expect(shareType(result as unknown as DownloadResult)).toBe(type);
});
