// The names in a made file: its samples are called as phones read them; tags and covers go along, and nothing private does.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AAC,
  COPY,
  ENCODE,
  entries,
  OWN,
  picture,
} from '../../../../../tests/support/media/edit-recipes.ts';
import { H264, tone } from '../../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  FRONT,
  probeOf,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';
import type { MakeTask } from '../../../../core/jobs/ports.ts';

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

describe('the kind of samples', () => {
  const H265 = [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
  ] as const;
  it.each<[string, string, readonly string[], string]>([
    ['hev1', 'hvc1', H265, 'hev1'],
    ['avc3', 'avc1', H264, 'avc3'],
    ['dvhe', 'dvh1', H265, 'hev1'],
  ])('%s becomes %s, without encoding', async (from, to, codec, written) => {
    const plain = await fixture.ffmpeg(
      `plain-${from}.mp4`,
      ...picture(),
      ...codec,
      '-tag:v',
      written,
      ...FRONT,
    );
    const source = await fixture.changed(plain, `${from}.mp4`, (bytes) => {
      bytes.write(from, bytes.indexOf(written, bytes.indexOf('stsd')));
      return bytes;
    });
    for (const recipe of [
      COPY,
      { kind: 'clip', container: 'mov', span: { startSeconds: 0, endSeconds: 2 } },
    ] as const) {
      const made = await fixture.make(recipe, [{ name: source }]);
      const { streams } = await entries(made, 'stream=codec_tag_string,nb_frames');
      expect(streams).toEqual([{ codec_tag_string: to, nb_frames: '50' }]);
    }
  });

  it('stays what phones read, in the same bytes', async () => {
    const source = await fixture.ffmpeg(
      'phone.mp4',
      ...picture(),
      ...H265,
      '-tag:v',
      'hvc1',
      ...FRONT,
    );
    expect(await fixture.make(COPY, [{ name: source }])).toBe(source);
  });
});

describe('the tags of a source', () => {
  const tags = { title: 'Lied', artist: 'Ängel', album: 'Zweites', date: '1999', track: '3' };
  const words = Object.entries({
    ...tags,
    comment: 'private',
    location: '+48.8577+002.295/',
  }).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const tagsOf = async (path: string) => {
    const { format, streams } = await entries(path, 'format_tags:stream_tags');
    const all = [format, ...streams].flatMap((one: { tags?: object }) =>
      Object.entries(one.tags ?? {}),
    );
    return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
  };
  const cover = ['-f', 'lavfi', '-i', 'color=orange:s=2000x1500', '-frames:v', '1'] as const;

  it.each<[string, MakeTask['recipe'], string]>([
    [
      'mp3',
      {
        ...ENCODE,
        container: 'mp3',
        picture: null,
        sound: { codec: 'mp3', kilobitsPerSecond: 96 },
      },
      'flac',
    ],
    ['m4a', { ...ENCODE, container: 'm4a', picture: null, sound: AAC }, 'mp3'],
    ['mp3', { kind: 'copy', container: 'mp3' }, 'mp3'],
    [
      'ogg',
      {
        ...ENCODE,
        container: 'ogg',
        picture: null,
        sound: { codec: 'opus', kilobitsPerSecond: 64 },
      },
      'ogg',
    ],
  ])('go along into an %s, and nothing else of them: %j of %s', async (container, recipe, from) => {
    const png = await fixture.ffmpeg(`cover-${from}.png`, ...cover);
    const art =
      from === 'ogg'
        ? []
        : ['-i', png, '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
    const source = await fixture.ffmpeg(
      `album-${container}-${recipe.kind}.${from}`,
      ...tone(2),
      ...art,
      ...words,
    );
    const made = await fixture.make(recipe, [{ name: source }], OWN);
    const found = await tagsOf(made);
    expect(found).toMatchObject(tags);
    expect(JSON.stringify(found)).not.toMatch(/private|48\.8577/);
    const { streams } = await entries(made, 'stream=codec_name,width,height');
    const drawn = { codec_name: 'mjpeg', width: 1000, height: 750 };
    expect(streams.slice(1)).toEqual(container === 'ogg' ? [] : [drawn]);
    expect((await readFile(made)).includes('private')).toBe(false);
  });

  it('go along without a cover that cannot be drawn', async () => {
    const png = await fixture.ffmpeg('torn.png', ...cover);
    const art = [
      '-i',
      png,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
      '-disposition:v',
      'attached_pic',
    ];
    const source = await fixture.ffmpeg('torn.mp3', ...tone(2), ...art, ...words);
    const torn = await fixture.changed(source, 'torn-cover.mp3', (bytes) =>
      bytes.fill(7, bytes.indexOf('IHDR'), bytes.indexOf('IEND')),
    );
    const recipe = { ...ENCODE, container: 'm4a', picture: null, sound: AAC } as const;
    const made = await fixture.make(recipe, [{ name: torn }], OWN);
    expect(await tagsOf(made)).toMatchObject(tags);
    expect((await probeOf(made)).streams).toHaveLength(1);
  });

  it('are left out where they are too long to be read, and the file is made', async () => {
    const long = ['-metadata', `title=${'y'.repeat(100_000)}`];
    const source = await fixture.ffmpeg('long.mp3', ...tone(2), ...long);
    const made = await fixture.make({ kind: 'copy', container: 'mp3' }, [{ name: source }], OWN);
    expect((await readFile(made)).includes('yyyy')).toBe(false);
  });

  it('of a video go along without its cover and its place', async () => {
    const jpg = await fixture.ffmpeg('small.jpg', ...cover);
    const both = [
      ...picture(),
      ...tone(2),
      '-i',
      jpg,
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...H264,
      '-c:a',
      'aac',
    ];
    const source = await fixture.ffmpeg(
      'film.mp4',
      ...both,
      '-c:v:1',
      'copy',
      '-disposition:v:1',
      'attached_pic',
      ...words,
      ...FRONT,
    );
    const made = await fixture.make({ kind: 'copy', container: 'mov' }, [{ name: source }], OWN);
    expect((await probeOf(made)).streams.map(({ kind }) => kind)).toEqual(['picture', 'sound']);
    expect(await tagsOf(made)).toMatchObject({ title: 'Lied', artist: 'Ängel' });
    expect((await readFile(made)).includes('48.8577')).toBe(false);
  });
});

it.each<[string, MakeTask['recipe']]>([
  ['copied', COPY],
  ['cut', { kind: 'clip', container: 'mp4', span: { startSeconds: 0, endSeconds: 1 } }],
  ['encoded', { ...ENCODE, sound: AAC }],
])('the language of the sound goes along: %s', async (_, recipe) => {
  const languages = ['-metadata:s:a:0', 'language=de', '-metadata:s:a:1', 'language=fre'];
  const both = [...picture(), ...tone(2), ...tone(2), '-map', '0', '-map', '1', '-map', '2'];
  const aac = [...H264, '-c:a', 'aac'];
  const source = await fixture.ffmpeg('languages.mkv', ...both, ...aac, ...languages);
  const made = await fixture.make(recipe, [{ name: source }], OWN);
  const { streams } = await entries(made, 'stream=codec_type:stream_tags=language');
  expect(streams).toMatchObject([{}, { codec_type: 'audio', tags: { language: 'deu' } }]);
});
