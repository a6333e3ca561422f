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
      highestFps: 30_000 / 1001,
      streams: [
        {
          kind: 'picture',
          index: 0,
          codec: 'h264',
          width: 1920,
          height: 1080,
          fps: 30_000 / 1001,
          dynamicRange: 'sdr',
          startSeconds: 0.25,
          durationSeconds: 9.5,
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
        },
      ],
    });
  });

  it('has no more than it says', () => {
    expect(
      probeOf([
        { index: 0, codec_type: 'video' },
        { index: 1, codec_type: 'audio' },
      ]),
    ).toEqual({
      bytes: 1000,
      startSeconds: 0,
      durationSeconds: null,
      highestFps: 0,
      streams: [
        {
          kind: 'picture',
          index: 0,
          codec: 'other',
          width: 0,
          height: 0,
          fps: null,
          dynamicRange: 'sdr',
          startSeconds: 0,
          durationSeconds: null,
        },
        {
          kind: 'sound',
          index: 1,
          codec: 'other',
          sampleRateHz: 0,
          channels: 0,
          bitsPerSecond: null,
          startSeconds: 0,
          durationSeconds: null,
        },
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
    ['0/0', null],
    ['25/0', null],
    ['0/1', null],
    ['-25/1', null],
    ['25', null],
    ['25/1 ', null],
    ['x25/1', null],
    ['1234567890123/1', null],
  ])('with the average rate %j has %s pictures a second', (avg_frame_rate, fps) => {
    expect(streamOf({ ...VIDEO, avg_frame_rate })).toMatchObject({ fps });
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

describe('the highest frame rate', () => {
  const cover = { ...VIDEO, disposition: { attached_pic: 1 } };
  it.each<[string, readonly Fields[], number]>([
    [
      'average of all pictures',
      [
        { ...VIDEO, avg_frame_rate: '24/1' },
        { ...VIDEO, avg_frame_rate: '50/1' },
      ],
      50,
    ],
    [
      'average, not a time base',
      [{ ...VIDEO, avg_frame_rate: '24/1', r_frame_rate: '1000/1' }],
      24,
    ],
    ['not of covers', [{ ...cover, avg_frame_rate: '90000/1' }], 0],
    ['not of audio', [{ ...AUDIO, avg_frame_rate: '90/1' }], 0],
  ])('is the highest %s', (_what, streams, highestFps) => {
    expect(probeOf(streams)).toMatchObject({ highestFps });
  });
});
