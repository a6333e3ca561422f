import { afterEach, expect, it, vi } from 'vitest';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { type PhoneWay, phoneWayOf, shareType } from './phone-ways.ts';

afterEach(() => vi.unstubAllGlobals());

it.each<[string, string, number, boolean, string | null]>([
  ['a video of 200 MB', 'mp4', 200_000_000, true, 'video/mp4'],
  ['a photo', 'jpg', 1000, true, 'image/jpeg'],
  ['a larger file', 'mp4', 200_000_001, true, null],
  ['what the device does not share', 'mp4', 1000, false, null],
  ['a ZIP file', 'zip', 1000, true, null],
])('the share sheet gets %s or not', (_what, format, bytes, shares, type) => {
  vi.stubGlobal('navigator', { canShare: () => shares });
  const result = { format, filename: `a.${format}`, receipt: { bytes } };
  expect(shareType(result as unknown as DownloadResult)).toBe(type);
});

it('the share sheet is asked with the name and type of the file, where there is one at all', () => {
  const result = { format: 'mp3', filename: 'a song.mp3', receipt: { bytes: 9 } };
  const asked: (string | undefined)[] = [];
  const canShare = ({ files: [file] }: { files: File[] }) => asked.push(file?.name, file?.type) > 0;
  vi.stubGlobal('navigator', { canShare });
  expect(shareType(result as unknown as DownloadResult)).toBe('audio/mpeg');
  expect(asked).toEqual(['a song.mp3', 'audio/mpeg']);
  vi.stubGlobal('navigator', {});
  expect(shareType(result as unknown as DownloadResult)).toBeNull();
});

it('a picture that moves is no photo for the album', () => {
  const { receipt } = fileOf(['image', 'other', null], '');
  const moving = { receipt: { ...receipt, durationSeconds: 2 } };
  expect([IPHONE, ANDROID].map((browser) => phoneWayOf(moving, browser))).toEqual([
    'video',
    'video',
  ]);
});

const IPHONE = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4)', maxTouchPoints: 5 };
const ANDROID = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142', maxTouchPoints: 5 };

type Receipt = DownloadResult['receipt'];
type Codecs = [container: string, picture: string | null, sound: string | null, size?: string];

const fileOf = ([container, picture, sound, size = '1920x1080']: Codecs, places: string) => {
  const [width, height] = size.split('x').map(Number);
  const receipt = {
    container,
    picture: picture && { codec: picture, width, height, fps: 30 },
    sound: sound && { codec: sound },
    durationSeconds: container === 'image' ? null : 10,
    playsOn: places.split(' ').filter(Boolean),
  };
  return { receipt: receipt as unknown as Receipt };
};

it.each<[Codecs, string, PhoneWay, PhoneWay]>([
  [['mp4', 'h264', 'aac'], 'everything', 'album', 'album'],
  [['mp4', 'h264', null], 'everything', 'album', 'album'],
  [['mp4', 'h264', 'aac', '2160x4096'], 'everything', 'album', 'album'],
  [['mp4', 'h265', 'aac'], 'recentPhones recentTvs', 'album', 'album'],
  [['mov', 'h264', 'aac'], 'everything', 'album', 'video'],
  [['mp4', 'h265', 'aac', '7680x4320'], 'recentPhones recentTvs', 'video', 'video'],
  // Of a profile that phones do not decode.
  [['mp4', 'h264', 'aac'], '', 'video', 'video'],
  [['mp4', 'h264', 'opus'], 'computers', 'video', 'video'],
  [['mp4', 'h265', 'opus'], 'computers', 'video', 'video'],
  [['mp4', 'h264', 'mp3'], 'everything', 'video', 'album'],
  [['mp4', 'vp9', 'aac'], 'computers recentTvs', 'video', 'video'],
  [['mp4', 'av1', 'aac'], 'computers recentTvs', 'video', 'video'],
  [['webm', 'vp9', 'opus'], 'computers', 'video', 'album'],
  [['webm', 'vp8', 'vorbis'], 'computers', 'video', 'album'],
  [['webm', 'av1', 'opus'], 'computers', 'video', 'video'],
  [['webm', 'vp9', 'aac'], 'computers', 'video', 'video'],
  [['webm', 'vp9', null], 'computers', 'video', 'album'],
  [['avi', 'mpeg4', 'mp3'], 'computers', 'video', 'video'],
  [['mp3', null, 'mp3'], 'everything', 'sound', 'sound'],
  [['m4a', null, 'aac'], 'everything', 'sound', 'sound'],
  [['ogg', null, 'opus'], 'computers', 'sound', 'sound'],
  [['image', 'other', null], 'everything', 'album', 'album'],
])(
  'a file of %j that plays on "%s": %s on an iPhone, %s on Android',
  (codecs, places, iphone, android) => {
    expect(phoneWayOf(fileOf(codecs, places), IPHONE)).toBe(iphone);
    expect(phoneWayOf(fileOf(codecs, places), ANDROID)).toBe(android);
  },
);
