// Days and months are those of UTC, wherever the page is drawn.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../../shared/languages.ts';
import { writeDay, writeMonth } from './day.ts';

const language = (tag: string, intl = tag): Language => ({
  code: tag,
  name: tag,
  tag,
  prefix: `/${tag}`,
  dir: 'ltr',
  intl,
});
const EN = language('en');
const FR = language('fr');
// Its numbers are Italian, its days are not.
const LA = language('la', 'it');

afterEach(() => vi.unstubAllEnvs());

// 9½ hours behind UTC, and 14 hours ahead: midnight and noon of UTC are other days there.
describe.each(['Pacific/Marquesas', 'UTC', 'Pacific/Kiritimati'])('in %s', (zone) => {
  it.each([
    [EN, '2026-11-21', 'November 21, 2026'],
    [EN, '2026-01-01', 'January 1, 2026'],
    [EN, '2025-12-31', 'December 31, 2025'],
    [EN, '2024-02-29', 'February 29, 2024'],
    [FR, '2026-01-01', '1 janvier 2026'],
    [language('zh-CN'), '2026-11-21', '2026年11月21日'],
    [LA, '2026-01-01', 'die 1 Ianuarii 2026'],
    [LA, '2025-12-31', 'die 31 Decembris 2025'],
    [LA, '2026-11-21', 'die 21 Novembris 2026'],
  ])('$1 in $0.tag is $2', (inLanguage, day, text) => {
    vi.stubEnv('TZ', zone);
    expect(writeDay(day, inLanguage)).toBe(text);
  });

  it.each([
    [EN, '2026-01', 'January 2026'],
    [EN, '2025-12', 'December 2025'],
    [FR, '2026-11', 'novembre 2026'],
    [LA, '2026-01', 'mensis Ianuarii 2026'],
    [LA, '2025-12', 'mensis Decembris 2025'],
  ])('$1 in $0.tag is $2', (inLanguage, month, text) => {
    vi.stubEnv('TZ', zone);
    expect(writeMonth(month, inLanguage)).toBe(text);
  });
});

it('every month has its Latin name', () => {
  const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
  expect(months.map((month) => writeMonth(month, LA).split(' ')[1]).join(' ')).toBe(
    'Ianuarii Februarii Martii Aprilis Maii Iunii Iulii Augusti Septembris Octobris Novembris Decembris',
  );
});

it('tests run where the local day is not that of UTC', () => {
  expect(new Date('2026-01-01T00:00:00Z').getDate()).toBe(31);
});
