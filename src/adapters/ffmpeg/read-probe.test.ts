// What ffprobe says, in the product's terms; everything in it comes from an untrusted file.
import { describe, expect, it } from 'vitest';
import { readProbe } from './read-probe.ts';

type Fields = Readonly<Record<string, unknown>>;

const VIDEO = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080 };
const AUDIO = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2 };
const probeOf = (streams: readonly Fields[], format: Fields = {}) =>
  readProbe(JSON.stringify({ streams, format }), 1000);
const streamOf = (stream: Fields) => probeOf([stream])?.streams[0];

describe('the probe of a file', () => {
  it('has all that ffprobe says', () => {
    const video = {
      ...VIDEO,
      avg_frame_rate: '30000/1001',
      r_frame_rate: '60/1',
      duration: '9.5',
      start_time: '0.25',
    };
    const audio = {
      ...AUDIO,
      sample_rate: '44100',
      bit_rate: '128000',
      duration: '9.75',
      start_time: '-0.5',
    };
    expect(probeOf([video, audio], { duration: '10.0', start_time: '-0.5' })).toEqual({
      bytes: 1000,
      startSeconds: -0.5,
      durationSeconds: 10,
      streams: [
        {
          kind: 'picture',
          index: 0,
          codec: 'h264',
          width: 1920,
          height: 1080,
          fps: 30_000 / 1001,
          clockFps: 60,
          dynamicRange: 'sdr',
          startSeconds: 0.25,
          durationSeconds: 9.5,
          mayBeInterlaced: false,
          lacksPrimaries: false,
          isDolbyVision: false,
        },
        {
          kind: 'sound',
          index: 1,
          codec: 'aac',
          sampleRateHz: 44_100,
          channels: 2,
          bitsPerSecond: 128_000,
          startSeconds: -0.5,
          durationSeconds: 9.75,
          isExtra: false,
        },
      ],
    });
  });

  it('has no more than it says', () => {
    const picture = { kind: 'picture', codec: 'other', width: 0, height: 0, fps: null };
    expect(
      probeOf([
        { index: 0, codec_type: 'video' },
        { index: 1, codec_type: 'audio' },
      ]),
    ).toMatchObject({
      startSeconds: 0,
      durationSeconds: null,
      streams: [
        { ...picture, index: 0, dynamicRange: 'sdr', startSeconds: 0, durationSeconds: null },
        { kind: 'other', index: 1 },
      ],
    });
  });

  it.each([
    ['', 'nothing'],
    ['{"streams": [', 'cut off'],
    ['{"streams": []}', 'without a format'],
    ['{"format": {}}', 'without streams'],
    [JSON.stringify({ streams: [{ codec_type: 'video' }], format: {} }), 'a stream of no number'],
    [JSON.stringify({ streams: [{ index: 0.5 }], format: {} }), 'a stream of half a number'],
    [JSON.stringify({ streams: [], format: { duration: '1'.repeat(101) } }), 'a long text'],
    [
      JSON.stringify({
        streams: Array.from({ length: 2001 }, (_, index) => ({ index })),
        format: {},
      }),
      'too many streams',
    ],
  ])('is none of %j: %s', (json) => {
    expect(readProbe(json.slice(0, 100_000), 1000)).toBeNull();
  });
});

describe('a stream', () => {
  it.each([
    ['h264', 'h264'],
    ['hevc', 'h265'],
    ['vvc', 'h266'],
    ['vp9', 'vp9'],
    ['vp8', 'vp8'],
    ['av1', 'av1'],
    ['mpeg4', 'mpeg4'],
    ['prores', 'other'],
  ])('of the video codec %s is %s', (codec_name, codec) => {
    expect(streamOf({ ...VIDEO, codec_name })).toMatchObject({ kind: 'picture', codec });
  });

  it.each(['aac', 'opus', 'mp3', 'vorbis', 'ac3', 'eac3', 'flac'])('of %s is audio', (codec) => {
    expect(streamOf({ ...AUDIO, codec_name: codec })).toMatchObject({ kind: 'sound', codec });
  });

  it.each(['dts', 'amr_nb', 'pcm_bluray', 'alac', 'mp2'])(
    'of %s is audio as well',
    (codec_name) => {
      expect(streamOf({ ...AUDIO, codec_name })).toMatchObject({ kind: 'sound', codec: 'other' });
    },
  );

  it.each(['unknown', 'none', 'ac4', 'mpegh_3d_audio', undefined])(
    'of %s, which nothing here reads, is no audio',
    (codec_name) => {
      expect(streamOf({ ...AUDIO, codec_name })).toEqual({ kind: 'other', index: 1 });
    },
  );

  it.each<[Fields, Fields]>([
    [
      { codec_type: 'audio', codec_name: 'pcm_s16le' },
      { kind: 'sound', codec: 'other' },
    ],
    [{ codec_type: 'subtitle' }, { kind: 'subtitles', index: 7 }],
    [{ codec_type: 'data' }, { kind: 'other', index: 7 }],
    [{}, { kind: 'other', index: 7 }],
    [
      { codec_type: 'video', disposition: { attached_pic: 1 } },
      { kind: 'cover', index: 7 },
    ],
    [{ codec_type: 'video', disposition: { attached_pic: 0 } }, { kind: 'picture' }],
  ])('such as %j is %j', (fields, stream) => {
    expect(streamOf({ ...fields, index: 7 })).toMatchObject(stream);
  });

  it.each([
    [0, 1920, 1080],
    [90, 1080, 1920],
    [-90, 1080, 1920],
    [270, 1080, 1920],
    [180, 1920, 1080],
    [-180, 1920, 1080],
  ])('rotated by %d° is displayed with %d × %d', (rotation, width, height) => {
    const side_data_list = [{}, { rotation }];
    expect(streamOf({ ...VIDEO, side_data_list })).toMatchObject({ width, height });
  });

  it.each([
    ['64:45', 720, 576, 1024],
    ['8:9', 720, 480, 640],
    ['1:1', 720, 576, 720],
    ['0:1', 720, 576, 720],
    ['N/A', 720, 576, 720],
    ['128:45', 352, 576, 1001],
    ['11:24', 720, 576, 330],
    ['100000:1', 720, 576, 2880],
    ['1:100000', 720, 576, 180],
  ])('with pixels of %s is %i × %i as stored, and %i wide as shown', (...of) => {
    const [sample_aspect_ratio, width, height, shown] = of;
    const stored = { ...VIDEO, sample_aspect_ratio, width, height };
    expect(streamOf(stored)).toMatchObject({ width: shown, height });
    const turned = { ...stored, side_data_list: [{ rotation: 90 }] };
    // Of the same shape, and as decoders turn it.
    const upright = Math.round((height * width) / shown);
    expect(streamOf(turned)).toMatchObject({ width: upright, height: width });
  });

  it.each([
    ['yuv420p', true],
    ['yuvj420p', true],
    ['yuv420p10le', false],
    ['yuv444p', false],
    ['yuv422p', false],
    [undefined, undefined],
  ])('of pixels %s is plain: %s', (pix_fmt, isPlain) => {
    expect(streamOf({ ...VIDEO, pix_fmt })).toHaveProperty('kind', 'picture');
    expect((streamOf({ ...VIDEO, pix_fmt }) as { isPlain?: boolean }).isPlain).toBe(isPlain);
  });

  it.each([
    ['tt', true],
    ['bb', true],
    ['unknown', true],
    ['progressive', false],
    [undefined, false],
  ])('with the order of fields %s may be interlaced: %s', (field_order, mayBeInterlaced) => {
    const seen = streamOf({ ...VIDEO, field_order, pix_fmt: 'yuv420p' });
    expect(seen).toMatchObject({ mayBeInterlaced, isPlain: !/^[tb]/.test(field_order ?? '') });
  });

  it.each<[Fields, boolean]>([
    [{ color_transfer: 'smpte2084' }, true],
    [{ color_transfer: 'arib-std-b67', color_primaries: 'bt2020' }, true],
    [{ color_transfer: 'smpte2084', color_primaries: 'bt2020', color_space: 'bt2020nc' }, false],
    [{ color_transfer: 'smpte2084', color_primaries: 'bt2020', color_space: 'reserved' }, true],
    [{ color_transfer: 'smpte2084', color_primaries: 'reserved', color_space: 'bt2020nc' }, true],
    [{ color_transfer: 'smpte2084', color_primaries: 'bt2020', color_space: 'gbr' }, true],
    [{ color_transfer: 'smpte2084', color_primaries: 'smpte432', color_space: 'bt2020nc' }, false],
    [{ color_transfer: 'bt709' }, false],
  ])('with the colours %j lacks primaries: %s', (colours, lacksPrimaries) => {
    expect(streamOf({ ...VIDEO, ...colours })).toMatchObject({ lacksPrimaries });
  });

  it.each<[Fields, boolean]>([
    [{ codec_tag_string: 'dvhe' }, true],
    [{ codec_tag_string: 'hev1', side_data_list: [{ dv_profile: 5 }] }, true],
    [{ codec_tag_string: 'hvc1', side_data_list: [{ dv_profile: 8 }] }, false],
  ])('with %j is Dolby Vision for its own screens: %s', (fields, isDolbyVision) => {
    expect(streamOf({ ...VIDEO, codec_name: 'hevc', ...fields })).toMatchObject({ isDolbyVision });
  });

  it.each([
    ['smpte2084', 'hdr'],
    ['arib-std-b67', 'hdr'],
    ['bt709', 'sdr'],
    [undefined, 'sdr'],
  ])('with the transfer %s is %s', (color_transfer, dynamicRange) => {
    expect(streamOf({ ...VIDEO, color_transfer })).toMatchObject({ dynamicRange });
  });

  it.each([
    ['25/1', 25],
    ['1/2', 0.5],
    ['300/1', 300],
    ['301/1', null],
    ['1000/1', null],
    ['0/0', null],
    ['25/0', null],
    ['0/1', null],
    ['-25/1', null],
    ['25', null],
    ['25/1 ', null],
    ['x25/1', null],
    ['1234567890123/1', null],
  ])('with the average rate %j has %s pictures a second', (avg_frame_rate, fps) => {
    // The other rate is that of a clock.
    const clock = { r_frame_rate: '1000/1' };
    expect(streamOf({ ...VIDEO, avg_frame_rate, ...clock })).toMatchObject({ fps });
  });

  it.each([
    ['N/A', null],
    ['Infinity', null],
    ['1.5', 1.5],
  ])('with the duration %j lasts %s s', (duration, durationSeconds) => {
    expect(streamOf({ ...VIDEO, duration })).toMatchObject({ durationSeconds });
    expect(probeOf([], { duration })).toMatchObject({ durationSeconds });
  });
});
