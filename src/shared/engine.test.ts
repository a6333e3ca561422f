import { describe, expect, it } from 'vitest';
import { compareEngineVersions, readEngineVersion } from './engine.ts';

describe('a version of the engine', () => {
  it.each([
    ['2026.08.19', '2026.08.19'],
    ['2026.8.9', '2026.08.09'],
    ['2026.08.19.1', '2026.08.19.1'],
    ['2026.08.19.232303', '2026.08.19.232303'],
  ])('%s is %s', (text, version) => {
    expect(readEngineVersion(text)).toBe(version);
  });

  it.each([
    '',
    '2026.08',
    '2026.13.01',
    '2026.00.10',
    '2026.01.32',
    '1999.01.01',
    'v2026.08.19',
    '2026.08.19 ',
    '2026.08.19\n',
    '2026.08.19.dev0',
    '2026.08.19;id',
    '--pre',
    '2026.08.19/..',
  ])('%j is none', (text) => {
    expect(readEngineVersion(text)).toBeNull();
  });

  it('is newer or older by its numbers, not by its letters', () => {
    const sorted = ['2026.08.19', '2026.08.19.2', '2026.08.19.10', '2026.09.01', '2027.01.01'];
    expect([...sorted].reverse().sort(compareEngineVersions)).toEqual(sorted);
    expect(compareEngineVersions('2026.08.19', '2026.08.19')).toBe(0);
  });
});
