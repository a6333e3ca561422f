import { describe, expect, it } from 'vitest';
import {
  picture,
  probe,
  sound,
  withPicture,
  withSound,
} from '../../../../tests/support/media/probed-film.ts';
import { type Probe, receiptOf } from './find-fault.ts';

describe('a receipt', () => {
  it('says what is in the file', () => {
    expect(receiptOf(probe, 'mp4', 'mp4')).toEqual({
      container: 'mp4',
      picture: { codec: 'h264', width: 1920, height: 1080, fps: 30 },
      sound: { codec: 'aac', sampleRateHz: 48_000, channels: 2, kilobitsPerSecond: 128 },
      durationSeconds: 100,
      bytes: 1_000_000,
      playsOn: ['everything'],
      extension: 'mp4',
    });
  });

  it.each([
    ['half a second', 99.5, undefined],
    ['more', 93, 7],
  ])('tells of a sound that ends earlier than the picture: by %s', (_by, seconds, apart) => {
    const receipt = receiptOf(withSound({ durationSeconds: seconds }), 'mp4', 'mp4');
    expect(receipt.apartSeconds).toBe(apart);
  });

  it.each<[string, Probe, Parameters<typeof receiptOf>[1], readonly string[]]>([
    ['VP9', withPicture({ codec: 'vp9' }), 'mp4', ['computers', 'recentTvs']],
    ['HDR', withPicture({ dynamicRange: 'hdr' }), 'mp4', []],
    [
      'Opus in MP4',
      { ...probe, streams: [picture, { ...sound, codec: 'opus' }] },
      'mp4',
      ['computers'],
    ],
    ['MP3', { ...probe, streams: [{ ...sound, codec: 'mp3' }] }, 'mp3', ['everything']],
    ['a photo', { ...probe, streams: [picture] }, 'image', ['everything']],
  ])('says where %s plays', (_name, seen, container, places) => {
    expect(receiptOf(seen, container, 'x').playsOn).toEqual(places);
  });

  it('leaves out a bit rate that is not known, and a sound that is not there', () => {
    const receipt = receiptOf(withSound({ bitsPerSecond: null }), 'mp4', 'mp4');
    expect(receipt.sound?.kilobitsPerSecond).toBeNull();
    expect(receiptOf({ ...probe, streams: [picture] }, 'mp4', 'mp4').sound).toBeNull();
    expect(receiptOf({ ...probe, streams: [sound] }, 'm4a', 'm4a').picture).toBeNull();
  });

  it('of a photo has no time in it', () => {
    const receipt = receiptOf({ ...probe, streams: [picture] }, 'image', 'jpg');
    expect([receipt.durationSeconds, receipt.picture?.fps]).toEqual([null, null]);
  });
});
