import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostTable } from '../../shared/sites/index.ts';
import { MAX_LINKS, readList } from './read-list.ts';

const video = (id: string | number) =>
  `https://www.youtube.com/watch?v=${String(id).padStart(11, '0')}`;
const urls = (text: string) => readList(text).links.map(({ url }) => url);

describe('a list of links', () => {
  it('is read from lines, CSV, chats and tables', () => {
    expect(urls(`${video(1)}\n${video(2)}\r\n\r\n${video(3)}`)).toHaveLength(3);
    expect(
      urls(`title,link\n"Cats, dogs","${video(1)}",3:41\n${video(2)},A title; with signs`),
    ).toEqual([video(1), video(2)]);
    expect(urls(`Anna: look (${video(1)}), or <${video(2)}>!`)).toEqual([video(1), video(2)]);
    expect(urls(`1\t${video(1)}\tdone\n2\t${video(2)}`)).toHaveLength(2);
  });

  it('takes links without their scheme, but only where a line has no other', () => {
    expect(urls('youtube.com/watch?v=abcdefghijk\n//youtu.be/lmnopqrstuv')).toEqual([
      'https://youtube.com/watch?v=abcdefghijk',
      'https://youtu.be/lmnopqrstuv',
    ]);
    expect(urls(`${video(1)} youtube.com/watch?v=abcdefghijk`)).toEqual([video(1)]);
  });

  it('takes those of extra sites without their scheme as well, where they are on', () => {
    const text = 'soundcloud.com/someone/a-song, //www.streamable.com/moo';
    const { links } = readList(text, new Set(), hostTable(['soundcloud', 'streamable']));
    expect(links.map(({ url, platform }) => [url, platform])).toEqual([
      ['https://soundcloud.com/someone/a-song', 'soundcloud'],
      ['https://www.streamable.com/moo', 'streamable'],
    ]);
    const one = readList(text, new Set(), hostTable(['streamable']));
    expect(one.links.map(({ platform }) => platform)).toEqual(['streamable']);
    expect(readList(text)).toMatchObject({ links: [], unusable: [], plainLines: 1 });
  });

  it('takes a video once, however its link is written, and names the others', () => {
    const reading = readList(
      `${video(1)}\nhttp://youtu.be/00000000001?si=x\nhttps://m.youtube.com/watch?v=00000000001&t=4`,
    );
    expect(reading.links).toHaveLength(1);
    expect(reading.repeated).toEqual([{ url: 'https://youtu.be/00000000001?si=x', count: 2 }]);
    const [link] = reading.links;
    expect(readList(video(1), new Set([link?.key ?? '']))).toMatchObject({
      links: [],
      repeated: [{ url: video(1), count: 1 }],
    });
  });

  it('takes two pictures of one post as two links', () => {
    const post = 'https://www.instagram.com/p/Cabcdefghij/?img_index=';
    expect(readList(`${post}1 ${post}2 ${post}2`).links).toHaveLength(2);
  });

  it('counts the same link that came fifty times', () => {
    const reading = readList(`${video(1)}\n`.repeat(50));
    expect(reading).toMatchObject({ repeated: [{ count: 49 }], beyond: 0 });
    expect(reading.links).toHaveLength(1);
  });

  it('names links that cannot be used, and says why', () => {
    const reading = readList(
      'https://example.com/v\nhttps://www.youtube.com/@lab\nhttp://[bad\nonly words',
    );
    expect(reading.unusable).toEqual([
      { url: 'https://example.com/v', code: 'unsupported_url' },
      { url: 'https://www.youtube.com/@lab', code: 'unsupported_url' },
    ]);
    expect(reading).toMatchObject({ unusableCount: 2, plainLines: 2, links: [] });
  });

  it('holds a hundred, and counts what is beyond', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => video(at));
    const reading = readList(lines.join('\n'));
    expect(reading.links).toHaveLength(MAX_LINKS);
    expect(reading.beyond).toBe(9900);
    expect(reading.isCut).toBe(false);
    const more = readList(lines.join('\n'), new Set(reading.links.map(({ key }) => key)));
    expect(more).toMatchObject({ links: [], beyond: 9900 });
  });

  it('names at most twenty of ten thousand bad links', () => {
    const reading = readList(`https://example.com/${'x'.repeat(500)}\n`.repeat(1000));
    expect(reading.unusable).toHaveLength(20);
    expect(reading.unusableCount).toBe(1000);
    expect(reading.unusable[0]?.url).toHaveLength(200);
  });

  it.each([
    ['nothing but dots', 'http://'.padEnd(1_000_000, '.')],
    ['nothing but schemes', 'https://'.repeat(125_000)],
    ['one line of commas', ','.repeat(1_000_000)],
    ['one line of words', 'a.b/ '.repeat(200_000)],
    ['empty lines', '\n'.repeat(1_000_000)],
    ['control characters', '\0\u202e\u0007'.repeat(300_000)],
    ['too much', `${'x '.repeat(600_000)}${video(1)}`],
  ])('reads a megabyte of garbage: %s', (_name, text) => {
    expect(readList(text).links).toEqual([]);
  });

  it('gives back what it was given, among any other lines', () => {
    const noise = fc.string({ maxLength: 80 }).filter((line) => !/[/.]/.test(line));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 99_999 }), { maxLength: 30 }),
        noise,
        (ids, line) => {
          const text = ids.map((id) => `${line}\n${video(id)}`).join('\n');
          expect(urls(text)).toEqual(ids.map(video));
        },
      ),
    );
  });

  it('never throws, and never holds a key twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const { links } = readList(text);
        expect(new Set(links.map(({ key }) => key)).size).toBe(links.length);
      }),
    );
  });
});
