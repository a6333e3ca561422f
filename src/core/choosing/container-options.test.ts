// A video in a format of the visitor's choice: what is copied, what is encoded.
import { describe, expect, it } from 'vitest';
import {
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { AudioCodec, Track, VideoCodec } from '../../shared/media/media.ts';
import type { VideoChoice } from './choice.ts';
import { containerOptions } from './container-options.ts';
import { rankItem } from './rank-tracks.ts';

const video = (codec: VideoCodec, sound: AudioCodec | 'unknown' | null, id: string = codec) =>
  makeTrack(id, {
    picture: makePicture({ codec }),
    sound: sound === null || sound === 'unknown' ? sound : makeSound({ codec: sound }),
  });
const audio = (codec: AudioCodec) => makeTrack(codec, { sound: makeSound({ codec }) });

function first(tracks: readonly Track[], choice: Partial<VideoChoice>) {
  const whole = {
    container: 'mp4',
    picture: { kind: 'quality', quality: 'high' },
    sound: { kind: 'original' },
  } as const;
  const [option] = containerOptions(rankItem(makeItem(tracks)), { ...whole, ...choice });
  if (!option) throw new TypeError('no option');
  return option;
}
/** How the picture and the sound of a file come about: `copy`, the codec they are encoded to, or null. */
function made(tracks: readonly Track[], choice: Partial<VideoChoice>) {
  const { recipe } = first(tracks, choice);
  if (recipe.kind !== 'encode') return `${recipe.kind} ${recipe.container}`;
  const [picture, sound] = [recipe.picture, recipe.sound].map((one) =>
    one === null || one === 'copy' ? one : one.codec,
  );
  return `${recipe.container}: ${picture}, ${sound}`;
}

describe('a video in another format', () => {
  it.each<[VideoChoice['container'], VideoCodec, AudioCodec | 'unknown' | null, string]>([
    ['mp4', 'h264', 'aac', 'copy mp4'],
    ['mp4', 'av1', 'opus', 'copy mp4'],
    ['mov', 'h264', 'aac', 'mux mov'],
    ['mov', 'h265', null, 'mux mov'],
    ['mov', 'vp9', 'aac', 'mov: h264, copy'],
    ['mov', 'h264', 'opus', 'mov: copy, aac'],
    ['mov', 'h264', 'unknown', 'mov: copy, aac'],
    ['avi', 'h264', 'aac', 'avi: mpeg4, mp3'],
    ['avi', 'mpeg4', 'mp3', 'mux avi'],
    ['avi', 'mpeg4', null, 'mux avi'],
    ['webm', 'vp9', 'opus', 'mux webm'],
    ['webm', 'av1', 'vorbis', 'mux webm'],
    ['webm', 'vp8', 'aac', 'webm: copy, opus'],
    ['webm', 'h264', null, 'webm: vp9, null'],
    ['original', 'vp9', 'opus', 'mux webm'],
    ['original', 'vp9', null, 'mux webm'],
    ['original', 'vp9', 'aac', 'copy mp4'],
    ['original', 'h264', 'opus', 'copy mp4'],
    ['original', 'vp9', 'unknown', 'copy mp4'],
  ])('%s of %s and %s: %s', (container, picture, sound, expected) => {
    expect(made([video(picture, sound)], { container })).toBe(expected);
  });

  it.each<[VideoChoice['container'], VideoCodec, AudioCodec]>([
    ['mp4', 'h264', 'aac'],
    ['mov', 'h264', 'aac'],
    ['avi', 'h264', 'aac'],
    ['webm', 'vp9', 'opus'],
    ['original', 'h264', 'aac'],
  ])('%s is made of %s and %s where the post has several', (container, picture, sound) => {
    const tracks = [video('h264', null), video('vp9', null), audio('aac'), audio('opus')];
    const { sources } = first(tracks, { container });
    expect(sources.map((one) => one.kind === 'track' && one.trackId)).toEqual([picture, sound]);
  });

  it.each<[VideoChoice['container'], string]>([
    ['webm', 'vp9'],
    ['mp4', 'h264'],
    ['mov', 'h264'],
    ['avi', 'h264'],
    ['original', 'h264'],
  ])('%s is made of %s first, even where another is larger', (container, id) => {
    const sized = (codec: VideoCodec, height: number) =>
      makeTrack(codec, { picture: makePicture({ codec, height }), sound: makeSound() });
    const tracks = [
      sized('vp9', id === 'vp9' ? 360 : 720),
      sized('h264', id === 'vp9' ? 720 : 360),
    ];
    expect(first(tracks, { container }).sources).toMatchObject([{ trackId: id }]);
  });

  it('combines WebM with its own audio where its own codecs are kept', () => {
    const tracks = [video('vp9', null), audio('aac'), audio('opus')];
    const { sources, recipe } = first(tracks, { container: 'original' });
    expect(sources).toMatchObject([{ trackId: 'vp9' }, { trackId: 'opus' }]);
    expect(recipe).toEqual({ kind: 'mux', container: 'webm' });
  });

  it('has its audio encoded at the rate that was asked for, MP4 too', () => {
    for (const codec of ['h264', 'vp9', 'av1'] as const)
      expect(first([video(codec, 'aac')], { kilobitsPerSecond: 96 }).recipe).toMatchObject({
        container: 'mp4',
        picture: 'copy',
        sound: { codec: 'aac', kilobitsPerSecond: 96 },
      });
  });

  it('is as large as its sources, about, and holds what was made of them', () => {
    const made = first([video('vp9', 'opus')], { container: 'mov' });
    expect(made.estimate).toEqual({ bytes: 1_000_000, exact: false });
    expect(made.expect).toEqual({
      picture: { codec: 'h264', width: 1280, height: 720 },
      sound: { codec: 'aac' },
      durationSeconds: 10,
    });
  });

  it('has sound if its source has, where that is unknown', () => {
    expect(first([video('h264', 'unknown')], { container: 'avi' }).expect.sound).toBe('unknown');
    expect(first([video('h264', null)], { container: 'avi' }).expect.sound).toBeNull();
  });
});
