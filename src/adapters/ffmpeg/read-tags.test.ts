// What ffprobe says of tags, which are those of a stranger.
import { expect, it } from 'vitest';
import { tagsIn } from './read-tags.ts';

const read = (streams: readonly object[], tags?: object) =>
  tagsIn(JSON.stringify({ streams, format: tags ? { tags } : {} }));
const sound = (index: number, tags: object) => ({ index, codec_type: 'audio', tags });

it('they are those that name the work, in either case, of the file or else of its sound', () => {
  const own = sound(1, { TITLE: 'of the stream', ALBUM: 'Second', COMMENT: 'private' });
  const { tags } = read([own], { title: 'Lied', DATE: '1999', location: '+48.8577+002.295/' });
  expect(tags).toEqual({ title: 'Lied', album: 'Second', date: '1999' });
});

it.each(['{}', '{"streams": 1}', '{"streams": [], "format": {"tags": {"title": 5}}}'])(
  'there are none in %s',
  (json) => {
    expect(tagsIn(json)).toEqual({ tags: {}, languages: new Map() });
  },
);

it('languages are codes, of sounds', () => {
  const { languages } = read([
    sound(1, { LANGUAGE: 'deu' }),
    sound(2, { language: 'und' }),
    sound(3, { language: 'x'.repeat(99) }),
    { index: 4, codec_type: 'subtitle', tags: { language: 'eng' } },
  ]);
  expect([...languages]).toEqual([[1, 'deu']]);
});
