// How formats of yt-dlp become tracks: codecs, sizes, languages, roles, watermarks, and formats that are not tracks.
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../../tests/support/engine/engine-answers.ts';
import type { Track } from '../../../shared/media/media.ts';
import { audioCodec, isHdr, videoCodec } from './read-codec.ts';
import { readInfo } from './read-info.ts';

type Format = Readonly<Record<string, unknown>>;
const media: Format = {
  format_id: 'f',
  url: 'https://cdn.test/x.mp4',
  protocol: 'https',
  ext: 'mp4',
  vcodec: 'avc1.640028',
  acodec: 'mp4a.40.2',
};

function tracksOf(
  formats: readonly Format[],
  extractor = 'Youtube',
  about: Format = {},
): readonly Track[] {
  const info = { id: 'x', title: 't', extractor_key: extractor, duration: 10, formats, ...about };
  const context = { ...aContext, expectedExtractors: [extractor] };
  return readInfo(info, context).inspection.items[0]?.tracks ?? [];
}
const trackOf = (format: Format, extractor?: string, about?: Format) =>
  tracksOf([{ ...media, ...format }], extractor, about)[0];

describe('codecs', () => {
  it.each([
    ['avc1.640028', 'h264'],
    ['avc3.64', 'h264'],
    ['h264', 'h264'],
    ['hvc1.1.6.L93', 'h265'],
    ['hev1.1', 'h265'],
    ['h265', 'h265'],
    ['bytevc1', 'h265'],
    ['bytevc2', 'h266'],
    ['vvc1', 'h266'],
    ['vp9', 'vp9'],
    ['vp9.2', 'vp9'],
    ['vp09.00.51.08', 'vp9'],
    ['vp8', 'vp8'],
    ['vp08.00', 'vp8'],
    ['av01.0.08M.10', 'av1'],
    ['AV1', 'av1'],
    ['theora', 'other'],
    ['none', 'none'],
    ['', null],
    [null, null],
  ])('the picture codec of %s is %s', (name, codec) => {
    expect(videoCodec(name)).toBe(codec);
  });

  it.each([
    ['mp4a.40.2', 'aac'],
    ['mp4a.40.5', 'aac'],
    ['aac', 'aac'],
    ['mp4a.6B', 'mp3'],
    ['mp4a.40.34', 'mp3'],
    ['mp3', 'mp3'],
    ['opus', 'opus'],
    ['vorbis', 'vorbis'],
    ['ac-3', 'ac3'],
    ['ec-3', 'eac3'],
    ['eac3', 'eac3'],
    ['flac', 'flac'],
    ['dtsc', 'other'],
    ['none', 'none'],
    [null, null],
  ])('the sound codec of %s is %s', (name, codec) => {
    expect(audioCodec(name)).toBe(codec);
  });

  it.each([
    ['HDR10', 'vp9', true],
    ['HDR12', null, true],
    ['DV', null, true],
    ['SDR', 'av01', false],
    [null, 'vp09.02.51.10', true],
    [null, 'vp9.2', true],
    ['SDR', 'vp09.00.51.08', false],
    [null, 'dvh1.05.06', true],
  ])('range %s with %s is HDR: %s', (range, vcodec, hdr) => {
    expect(isHdr(range, vcodec)).toBe(hdr);
  });

  it.each([
    ['avc1.640028', undefined],
    ['avc1.4D401F', undefined],
    ['avc1.42c00d', undefined],
    ['avc1.77.30', undefined],
    ['avc1', undefined],
    ['avc1.6e0028', false],
    ['avc3.6E1032', false],
    ['avc1.7a0029', false],
    ['avc1.f4000d', false],
    ['avc1.2c0028', false],
    ['avc1.110.40', false],
    ['avc1.244.40', false],
    ['hvc1.1.6.L120.90', undefined],
    ['hvc1.2.4.L153.B0', false],
    ['hev1.A4.10.L120', false],
    ['dvh1.05.06', false],
    ['vp9', undefined],
    ['vp09.00.51.08', undefined],
    ['vp09.01.51.08', false],
    ['vp9.2', false],
    ['av01.0.08M.08', undefined],
    ['av01.0.08M.10.0.110', false],
    ['av01.1.08M.08', false],
    [null, undefined],
  ])('the picture of %s is plain: %s', (vcodec, isPlain) => {
    expect(trackOf({ vcodec })?.picture?.isPlain).toBe(isPlain);
  });
});

describe('the contents of a track', () => {
  it('have unknown audio where the platform does not state it', () => {
    expect(trackOf({ acodec: null })?.sound).toBe('unknown');
    expect(trackOf({ acodec: 'none' })?.sound).toBeNull();
    expect(trackOf({ acodec: 'mp4a.40.2' })?.sound).toMatchObject({ codec: 'aac' });
  });

  it.each([
    [
      'Twitter',
      'http-2176',
      'https://video.twimg.com/x/vid/avc1/1280x720/a.mp4',
      'h264',
      'unknown',
    ],
    ['Twitter', 'http', 'https://video.twimg.com/tweet_video/a.mp4', 'h264', null],
    ['Pinterest', 'V_720P', 'https://v1.pinimg.com/a.mp4', 'h264', 'unknown'],
    ['Pinterest', 'V_HEVC_MP4_T1_V2', 'https://v1.pinimg.com/a.mp4', 'h265', 'unknown'],
    ['Facebook', 'hd', 'https://video.fbcdn.net/a.mp4', 'h264', 'unknown'],
    ['Facebook', 'sd-1', 'https://video.fbcdn.net/a.mp4', 'h264', 'unknown'],
    ['Instagram', '101', 'https://scontent.cdninstagram.com/a.mp4', 'h264', 'unknown'],
    ['Threads', '0', 'https://scontent.cdninstagram.com/a.mp4', 'h264', 'unknown'],
    ['SnapchatSpotlight', '0', 'https://cf-st.sc-cdn.net/a', 'h264', 'unknown'],
    // Unknown without a fact about the platform.
    ['Youtube', '18', 'https://r.googlevideo.com/a', 'other', 'unknown'],
    ['Twitter', 'hls-1', 'https://video.twimg.com/a.mp4', 'other', 'unknown'],
  ])('on %s, %s at %s is %s with sound %s', (extractor, format_id, url, codec, sound) => {
    const track = trackOf({ format_id, url, vcodec: null, acodec: null }, extractor);
    expect(track?.picture?.codec).toBe(codec);
    expect(track?.sound).toBe(sound);
  });

  it('follow the platform rather than the table of facts', () => {
    const track = trackOf({ format_id: 'http-1', vcodec: 'hvc1', acodec: 'none' }, 'Twitter');
    expect(track).toMatchObject({ picture: { codec: 'h265' }, sound: null });
  });

  it('exclude storyboards, covers and protected formats', () => {
    const storyboard = {
      format_id: 'sb0',
      protocol: 'mhtml',
      ext: 'mhtml',
      vcodec: 'none',
      acodec: 'none',
    };
    const cover = { format_id: 'cover', ext: 'jpg', vcodec: 'none', acodec: 'none' };
    const locked = { format_id: 'locked', has_drm: true };
    const maybe = { format_id: 'maybe', has_drm: 'maybe' };
    const formats = [storyboard, cover, locked, maybe, {}].map((one) => ({ ...media, ...one }));
    expect(tracksOf(formats).map(({ id }) => id)).toEqual(['1.maybe', '1.f']);
  });

  it.each([
    ['mp4', 'mp4'],
    ['m4a', 'mp4'],
    ['webm', 'webm'],
    ['MP3', 'mp3'],
    ['opus', 'ogg'],
    ['3gp', 'other'],
    ['desktop', 'other'],
    ['constructor', 'other'],
    [null, 'other'],
  ])('the extension %s is the container %s', (ext, container) => {
    expect(trackOf({ ext })?.container).toBe(container);
  });

  it.each([
    [{ protocol: 'https' }, 'file'],
    [{ protocol: 'm3u8_native' }, 'hls'],
    [{ protocol: 'm3u8' }, 'hls'],
    [{ protocol: 'http_dash_segments', fragments: [{ url: 'https://cdn.test/1' }] }, 'dash'],
    [{ protocol: null, url: 'https://cdn.test/a.m3u8?x' }, 'hls'],
    [{ protocol: null }, 'file'],
  ])('%j is delivered as %s', (format, delivery) => {
    expect(trackOf(format)?.delivery).toBe(delivery);
  });
});

describe('the size of a track', () => {
  it.each([
    [{ filesize: 1000, filesize_approx: 5, tbr: 9 }, 1000, true],
    [{ filesize: 1000, protocol: 'm3u8_native' }, 1000, false],
    [{ filesize_approx: 1234 }, 1234, false],
    [{ tbr: 800 }, 1_000_000, false],
    [{ tbr: 800, protocol: 'm3u8_native' }, 1_000_000, false],
    [{}, null, false],
  ])('%j is %s bytes, exact: %s', (format, bytes, bytesExact) => {
    expect(trackOf(format)).toMatchObject({ bytes, bytesExact });
  });

  it('is unknown without a duration', () => {
    expect(trackOf({ tbr: 800 }, 'Youtube', { duration: null })?.bytes).toBeNull();
  });

  it('has rates in bits per second', () => {
    const sound = { vcodec: 'none', acodec: 'opus', tbr: 130.5, asr: 48_000, audio_channels: 2 };
    expect(trackOf(sound)).toMatchObject({
      bitsPerSecond: 130_500,
      picture: null,
      sound: { bitsPerSecond: 130_500, sampleRateHz: 48_000, channels: 2 },
    });
    expect(trackOf({ tbr: 900, abr: 128 })?.sound).toMatchObject({ bitsPerSecond: 128_000 });
    expect(trackOf({ tbr: 900 })?.sound).toMatchObject({ bitsPerSecond: null });
  });
});

describe('the role of an audio track', () => {
  const voice = (
    language: string | null,
    language_preference: number | null,
    format_note = '',
  ) => ({
    ...media,
    vcodec: 'none',
    format_id: '140-0',
    language,
    language_preference,
    format_note,
  });
  const rolesOf = (...formats: Format[]) =>
    tracksOf(formats).map(({ sound }) => typeof sound === 'object' && sound?.role);

  it('distinguishes the original, dubs and descriptions', () => {
    expect(
      rolesOf(
        voice('en', 10, 'English original (default), medium'),
        voice('de', -1, 'German, medium'),
        voice('es-419', -1, 'Spanish (Latin America) dubbed-auto, low'),
        voice('en-desc', -10, 'English descriptive, low'),
        voice('fr', 5, 'French (default)'),
      ),
    ).toEqual(['original', 'dub', 'dub', 'description', 'unknown']);
  });

  it('takes the only voice for the original, whatever its preference', () => {
    expect(rolesOf(voice(null, -1), voice(null, -1))).toEqual(['original', 'original']);
    expect(rolesOf(voice('de', -1), voice(null, null))).toEqual(['original', 'original']);
    expect(rolesOf(voice('en', -1, 'dubbed-auto'))).toEqual(['dub']);
  });

  it('does not take the song that TikTok lists for the audio of the video', () => {
    const song = { ...media, format_id: 'audio', vcodec: 'none' };
    const video = { ...media, format_id: 'play' };
    const roles = tracksOf([song, video], 'TikTok').map(({ sound }) => sound);
    expect(roles).toMatchObject([{ role: 'music' }, { role: 'original' }]);
    expect(tracksOf([song], 'TikTok')[0]?.sound).toMatchObject({ role: 'original' });
  });
});

describe('the watermark of a platform', () => {
  it.each([
    [{ format_id: 'download' }, true],
    [{ format_id: 'download_addr-0' }, true],
    [{ format_id: 'x', format_note: 'Download video, watermarked' }, true],
    [{ format_id: 'play' }, false],
    [{ format_id: 'x', format_note: 'no watermark' }, false],
    [{ format_id: 'x', format_note: 'unwatermarked' }, false],
  ])('%j is watermarked: %s', (format, watermarked) => {
    expect(trackOf(format, 'TikTok')?.watermarked).toBe(watermarked);
  });
});
