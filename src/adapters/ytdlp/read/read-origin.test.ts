import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { projected } from '../../../../tests/support/engine/engine-answers.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { type RawPost, readShape } from './info-shape.ts';
import { readOrigin } from './read-origin.ts';

const folder = new URL('../../../../tests/fixtures/engine-output/', import.meta.url).pathname;
const names = [
  'youtube-formats',
  'youtube-clip',
  'tiktok-marked',
  'instagram-carousel',
  'twitter-two',
  'facebook-watch',
  'snapchat-spotlight',
  'pinterest-pin',
  'threads-video',
];
const posts = new Map<string, RawPost>();

beforeAll(() => {
  const files = names.map((name) => `${folder}${name.replace('-', '/')}.json`);
  const infos = files.map((file) => JSON.parse(readFileSync(file, 'utf8')).info as unknown);
  projected(infos).forEach((answer, at) => {
    const post = readShape(answer);
    if (post) posts.set(names[at] ?? '', post);
  });
});

const channel = 'UCLab0123456789abcdefghi';
const [clip, tiktok] = ['UgkxLabClip0123456789abcdefghijklmnop', 'MS4wLjABAAAAlab'];
it.each([
  ['youtube-formats', ['labMain_001'], ['labMain_001'], [channel, '@platformlab', 'platformlab']],
  ['youtube-clip', [clip], ['labLong_001'], [channel, '@platformlab', 'platformlab']],
  ['tiktok-marked', ['7512345678901234501'], [], [tiktok, '6700000000000000001', 'lab.dances']],
  [
    'instagram-carousel',
    ['DKcarousel1', 'DKcarousela', 'DKcarouselb', 'DKcarouselc'],
    [],
    ['70000001', 'lab.painter'],
  ],
  [
    'twitter-two',
    ['1931111111111111301', '1931000000000000301', '1931000000000000302'],
    [],
    ['42', 'platform_lab'],
  ],
  ['facebook-watch', ['1000000000000101'], [], ['100000000000001']],
  [
    'snapchat-spotlight',
    ['W7_EDlXWTBiXAEEniNoMPwAAYYWtidGhudGZpAX1TKn0JAX1TKnXJAAAAAA'],
    [],
    ['lab.lantern'],
  ],
  ['pinterest-pin', ['664281013778109217'], [], ['1084664028912989237']],
  ['threads-video', ['DLuprightL1'], [], ['80000001', 'lab.painter']],
])('%s is known by its own ids and those of its uploader', (name, media, source, uploaders) => {
  const post = posts.get(name);
  if (!post) throw new TypeError(`${name} was not recorded`);
  const { mediaIds, sourceIds, uploaderIds } = readOrigin(post, name.split('-')[0] as PlatformId);
  expect(mediaIds).toEqual(media);
  expect(sourceIds).toEqual(source);
  expect(uploaderIds.filter((id) => uploaders.includes(id))).toEqual(uploaders);
  expect(uploaderIds.length).toBeLessThanOrEqual(uploaders.length + 1);
});

it('an id that uploaders choose themselves is one of theirs alone', () => {
  const post = readShape({
    id: '3l3vgf77uco2g',
    uploader_id: 'Bsky.app',
    channel_id: 'did:plc:z72i7hdynmk6r22z27h6tvur',
  });
  expect(post && readOrigin(post, 'bluesky').mediaIds).toEqual([
    'did:plc:z72i7hdynmk6r22z27h6tvur/3l3vgf77uco2g',
    'bsky.app/3l3vgf77uco2g',
  ]);
});
