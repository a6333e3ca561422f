import { describe, expect, it } from 'vitest';
import { type Entry, exported, MAX_ENTRIES, matching, newestOf, parseEntry } from './entry.ts';

const entry: Entry = {
  id: 'job-1',
  link: 'https://www.youtube.com/watch?v=labMain_001',
  platform: 'youtube',
  title: 'A walk in Rome',
  author: 'Anna',
  format: 'mp4',
  quality: '1080p',
  bytes: 84_000_000,
  savedAt: 1_795_000_000_000,
};

describe('an entry read back', () => {
  it('is the one that was stored', () => {
    expect(parseEntry(structuredClone(entry))).toEqual(entry);
  });

  it('may be of an extra site', () => {
    const stored = { ...entry, link: 'https://streamable.com/moo' };
    expect(parseEntry(stored)).toMatchObject({ ...stored, platform: 'streamable' });
  });

  it.each([
    null,
    undefined,
    7,
    'text',
    [],
    {},
    { ...entry, id: '' },
    { ...entry, id: 'x'.repeat(101) },
    { ...entry, title: null },
    { ...entry, format: 4 },
    { ...entry, savedAt: Number.NaN },
    { ...entry, savedAt: -1 },
    { ...entry, savedAt: 8.64e15 + 1 },
    { ...entry, link: 'javascript:alert(1)' },
    { ...entry, link: 'https://elsewhere.example/watch?v=labMain_001' },
    { ...entry, link: `https://www.youtube.com/watch?v=${'a'.repeat(10_000)}` },
  ])('is none: %j', (value) => {
    expect(parseEntry(value)).toBeNull();
  });

  it('is bounded, and its link rebuilt', () => {
    const read = parseEntry({
      ...entry,
      platform: 'snapchat',
      link: 'https://youtu.be/labMain_001?si=tracking',
      title: 'x'.repeat(10_000),
      author: 5,
      quality: 'q'.repeat(1000),
      bytes: Number.POSITIVE_INFINITY,
      extra: 'dropped',
    });
    expect(read).toEqual({
      ...entry,
      title: 'x'.repeat(500),
      author: null,
      quality: 'q'.repeat(40),
      bytes: null,
    });
  });
});

describe('the list', () => {
  it('has the newest, newest first, without garbage', () => {
    const many = Array.from({ length: MAX_ENTRIES + 20 }, (_, index) => ({
      ...entry,
      id: `job-${index}`,
      savedAt: index,
    }));
    const read = newestOf([null, ...many, { id: 'garbage' }]);
    expect(read.length).toBe(MAX_ENTRIES);
    expect([read[0]?.savedAt, read.at(-1)?.savedAt]).toEqual([MAX_ENTRIES + 19, 20]);
  });

  it('is searched by words in any order', () => {
    const other = { ...entry, id: 'job-2', title: 'Cats', author: null };
    const both = [entry, other];
    expect(matching(both, '  ')).toEqual(both);
    expect(matching(both, 'ROME anna')).toEqual([entry]);
    expect(matching(both, 'youtube 1080p')).toEqual(both);
    expect(matching(both, 'dogs')).toEqual([]);
  });

  it('is exported with a version, and without ids', () => {
    const { id: _, ...rest } = entry;
    const savedAt = new Date(entry.savedAt).toISOString();
    expect(JSON.parse(exported([entry]))).toEqual({
      version: 1,
      downloads: [{ ...rest, savedAt }],
    });
  });
});
