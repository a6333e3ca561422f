import { expect, it } from 'vitest';
import {
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import { offersOf } from './offers.ts';

const rows = (item: Parameters<typeof offersOf>[0]) =>
  offersOf(item).map((offer) => [offer.id, offer.label, offer.playsOn.join()]);

it('describes each button, each sound and each format with its real figures', () => {
  const item = makeItem([
    makeTrack('137', {
      picture: makePicture({ width: 1920, height: 1080, fps: 60 }),
      bytes: 84_000_000,
    }),
    makeTrack('313', {
      container: 'webm',
      picture: makePicture({ codec: 'vp9', width: 3840, height: 2160, dynamicRange: 'hdr' }),
      bytes: 1_200_000_000,
    }),
    makeTrack('140', { sound: makeSound(), bytes: 160_000 }),
  ]);
  expect(rows(item)).toEqual([
    ['high', '1080p60 · H.264 · ≈ 84 MB', 'everything'],
    ['medium', '1080p60 · H.264 · ≈ 84 MB', 'everything'],
    ['low', '1080p60 · H.264 · ≈ 84 MB', 'everything'],
    ['mp3-320', 'MP3 · 320 kbps · ≈ 400 kB', 'everything'],
    ['mp3-192', 'MP3 · 192 kbps · ≈ 240 kB', 'everything'],
    ['mp3-128', 'MP3 · 128 kbps · ≈ 160 kB', 'everything'],
    ['original-sound', 'AAC · 128 kbps · ≈ 160 kB', 'everything'],
    ['track:313', '2160p HDR · VP9 · ≈ 1.2 GB', 'computers,recentTvs'],
    ['track:137', '1080p60 · H.264 · ≈ 84 MB', 'everything'],
  ]);
});

it('shows mirrors and other deliveries of one picture as one row', () => {
  const sound = makeSound();
  const item = makeItem([
    makeTrack('hls', { picture: makePicture(), sound, delivery: 'hls', container: 'ts' }),
    makeTrack('mirror', { picture: makePicture(), sound }),
    makeTrack('file', { picture: makePicture(), sound, bitsPerSecond: 2_000_000 }),
    makeTrack('apart', { picture: makePicture(), bitsPerSecond: 1_000_000 }),
    makeTrack('smooth', { picture: makePicture({ fps: 60 }), sound }),
  ]);
  const ids = offersOf(item).map((offer) => offer.id);
  expect(ids.filter((id) => id.startsWith('track:'))).toEqual(['track:smooth', 'track:file']);
});

it('promises less for H.264 when the only sound is Opus', () => {
  const item = makeItem([
    makeTrack('v', { picture: makePicture() }),
    makeTrack('a', { container: 'webm', sound: makeSound({ codec: 'opus' }) }),
  ]);
  expect(offersOf(item)[0]?.playsOn).toEqual(['computers']);
});

it('offers a photo as a photo and nothing else', () => {
  const photo = makeTrack('p', {
    container: 'jpeg',
    picture: makePicture({ codec: 'other', width: 1080, height: 1350, fps: null }),
    bytes: 240_000,
  });
  expect(rows(makeItem([photo], { kind: 'photo', durationSeconds: null }))).toEqual([
    ['photo', '1080 × 1350 · 240 kB', 'everything'],
  ]);
});

it('states that there is no audio', () => {
  const [high] = offersOf(makeItem([makeTrack('v', { picture: makePicture() })]));
  expect(high?.hasSound).toBe('no');
});

it('has a row for each picture that a visitor can tell apart', () => {
  const sound = makeSound();
  const row = (id: string, part: Parameters<typeof makePicture>[0] = {}, voice = sound) =>
    makeTrack(id, { picture: makePicture(part), sound: voice });
  const item = makeItem([
    row('plain'),
    row('same', { fps: 29.97 }),
    row('codec', { codec: 'vp9' }),
    row('wider', { width: 1281 }),
    row('higher', { height: 721 }),
    row('smooth', { fps: 60 }),
    row('hdr', { dynamicRange: 'hdr' }),
    row('ten-bit', { isPlain: false }),
    row('dub', {}, makeSound({ role: 'dub', language: 'de' })),
    row('other-dub', {}, makeSound({ role: 'dub', language: 'fr' })),
    row('original', {}, makeSound({ language: 'en' })),
    row('no-size', { width: null, height: null }),
    row('no-size-either', { width: null, height: null }),
  ]);
  const ids = offersOf(item).flatMap(({ id }) => /^track:(.*)/.exec(id)?.[1] ?? []);
  expect(ids.sort()).toEqual(
    [
      ...['original', 'codec', 'wider', 'higher', 'smooth', 'hdr', 'dub', 'other-dub'],
      ...['ten-bit', 'no-size', 'no-size-either'],
    ].sort(),
  );
});

it('names H.264 that few players show as such, and takes it last', () => {
  const row = (id: string, isPlain: boolean) =>
    makeTrack(id, { picture: makePicture({ height: 1080, isPlain }), sound: makeSound() });
  const offers = offersOf(makeItem([row('plain', true), row('ten-bit', false)]));
  const places = (id: string) => offers.find((one) => one.id === id)?.playsOn;
  expect(['high', 'track:plain', 'track:ten-bit'].map(places)).toEqual([
    ['everything'],
    ['everything'],
    [],
  ]);
});

it('states all facts about a file, for a video, for audio and for an image', () => {
  const item = makeItem(
    [
      makeTrack('v', {
        picture: makePicture({ width: 720, height: 1280, fps: 50 }),
        sound: makeSound({ language: 'de', bitsPerSecond: 96_400 }),
      }),
    ],
    { thumbnail: { id: 'thumb', width: 320, height: 180 } },
  );
  const offered = (id: string) => offersOf(item).find((one) => one.id === id);
  const audio = {
    shortSide: null,
    fps: null,
    dynamicRange: null,
    videoCodec: null,
    language: 'de',
  };
  expect(offered('track:v')).toEqual({
    id: 'track:v',
    container: 'mp4',
    shortSide: 720,
    fps: 50,
    dynamicRange: 'sdr',
    videoCodec: 'h264',
    audioCodec: 'aac',
    hasSound: 'yes',
    language: 'de',
    voice: 'original',
    caveats: [],
    kilobitsPerSecond: null,
    bytes: 1_000_000,
    bytesExact: true,
    playsOn: ['everything'],
    label: '720p50 · H.264 · 1 MB',
  });
  expect(offered('mp3-192')).toMatchObject({
    ...audio,
    container: 'mp3',
    audioCodec: 'mp3',
    kilobitsPerSecond: 192,
    bytesExact: false,
  });
  expect(offered('original-sound')).toMatchObject({
    ...audio,
    container: 'm4a',
    audioCodec: 'aac',
    kilobitsPerSecond: 96,
  });
  expect(offered('thumbnail')).toMatchObject({
    container: 'image',
    videoCodec: null,
    audioCodec: null,
    hasSound: 'no',
    bytes: null,
    label: 'dimensions unknown',
  });
});

it('states that audio is unknown, and names no codec then', () => {
  const [high] = offersOf(makeItem([makeTrack('v', { picture: makePicture(), sound: 'unknown' })]));
  expect(high).toMatchObject({ hasSound: 'unknown', audioCodec: null, language: null });
  expect(high?.playsOn).toEqual(['everything']);
});

it('offers no thumbnail of a photo, which is a picture itself', () => {
  const photo = makeTrack('p', { container: 'jpeg', picture: makePicture() });
  const thumbnail = { id: 'thumb', width: 320, height: 180 };
  const [offer, ...others] = offersOf(makeItem([photo], { kind: 'photo', thumbnail }));
  expect(offer).toMatchObject({ id: 'photo', shortSide: 720, videoCodec: null });
  expect(others).toEqual([]);
});

it('reads each format about equally often, however many there are', () => {
  const readsOf = (formats: number) => {
    let reads = 0;
    const tracks = Array.from({ length: formats }, (_, n) => {
      const picture = makePicture({ width: 1000 + n, height: 500 + n });
      const plain =
        n % 2 ? makeTrack(`${n}`, { picture }) : makeTrack(`${n}`, { sound: makeSound() });
      return new Proxy(plain, {
        get: (track, name) => {
          reads += 1;
          return Reflect.get(track, name);
        },
      });
    });
    expect(offersOf(makeItem(tracks)).length).toBeGreaterThan(formats / 2);
    return reads / formats;
  };
  expect(readsOf(400)).toBeLessThan(2 * readsOf(50));
});
