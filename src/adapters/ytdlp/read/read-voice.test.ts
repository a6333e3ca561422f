// Which voice a format has among those of its item: as the platform marks them, and where it marks nothing.
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../../tests/support/engine/engine-answers.ts';
import { readInfo } from './read-info.ts';

type Voice = readonly [language: string | null, note: string, preference: number | null];

function rolesOf(voices: readonly Voice[], hasVideo = false): string[] {
  const formats = voices.map(([language, format_note, language_preference], at) => ({
    url: 'https://cdn.test/x',
    protocol: 'https',
    ext: 'm4a',
    vcodec: hasVideo ? 'avc1' : 'none',
    acodec: 'mp4a.40.2',
    format_id: `140-${at}`,
    language,
    format_note,
    language_preference,
  }));
  const info = { id: 'x', title: 't', extractor_key: 'Youtube', duration: 10, formats };
  const { items } = readInfo(info, { ...aContext, expectedExtractors: ['Youtube'] }).inspection;
  return (items[0]?.tracks ?? []).map(({ sound }) =>
    sound && sound !== 'unknown' ? sound.role : '-',
  );
}

const TEN = ['bn', 'de-DE', 'es-US', 'fr-FR', 'en', 'hi', 'id', 'it', 'ja', 'pt-BR'];
const tenWith = (preference: number | null) =>
  TEN.map(
    (tag): Voice => [tag, tag === 'en' ? 'English, medium' : `${tag} - dubbed-auto`, preference],
  );
const ENGLISH_ALONE = TEN.map((tag) => (tag === 'en' ? 'original' : 'dub'));

describe('the voices of an item', () => {
  it.each<[string, Voice[], string[]]>([
    ['all dubs except one', tenWith(-1), ENGLISH_ALONE],
    ['all dubs except one, without preferences', tenWith(null), ENGLISH_ALONE],
    [
      'all dubs except one, in two formats',
      [
        ['ko', 'Korean, low', -1],
        ['en', 'en - dubbed', -1],
        ['ko', 'Korean, medium', -1],
        ['fr', 'fr - dubbed-auto', -1],
      ],
      ['original', 'dub', 'original', 'dub'],
    ],
    [
      'all dubs except two',
      [
        ['ko', 'Korean', -1],
        ['ja', 'Japanese', -1],
        ['en', 'en - dubbed-auto', -1],
      ],
      ['unknown', 'unknown', 'dub'],
    ],
    [
      'all dubs except two, one of them the default',
      [
        ['ko', 'Korean', -1],
        ['ja', 'Japanese (default)', 5],
        ['en', 'en - dubbed-auto', -1],
      ],
      ['dub', 'unknown', 'dub'],
    ],
    [
      'all alike',
      [
        ['bn', 'medium', -1],
        ['en', 'medium', -1],
        ['de', 'medium', -1],
      ],
      ['unknown', 'unknown', 'unknown'],
    ],
    [
      'all marked as dubs',
      [
        ['bn', 'bn - dubbed-auto', -1],
        ['en', 'en - dubbed-auto', -1],
      ],
      ['unknown', 'unknown'],
    ],
    [
      'a description beside the only voice that is no dub',
      [
        ['en-desc', 'English descriptive', -10],
        ['en', 'English', -1],
        ['es', 'es - dubbed', -1],
      ],
      ['description', 'original', 'dub'],
    ],
    [
      'the original, and one that is not marked',
      [
        ['en', 'English original', 10],
        ['es', 'Spanish', null],
      ],
      ['original', 'dub'],
    ],
    [
      'a dub in the language of nothing else',
      [
        ['es', 'es - dubbed', -1],
        [null, 'medium', -1],
      ],
      ['dub', 'original'],
    ],
  ])('%s', (_what, voices, roles) => {
    expect(rolesOf(voices)).toEqual(roles);
  });

  it('leave open the voice of a video with audio of no language', () => {
    const voices: Voice[] = [...tenWith(-1), [null, '360p', -1]];
    expect(rolesOf(voices, true)).toEqual([...ENGLISH_ALONE, 'unknown']);
  });
});
