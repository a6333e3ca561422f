import { execFileSync } from 'node:child_process';
import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../shared/errors.ts';
import { systemClock } from '../clock/system.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import type { Sandbox } from '../process/sandbox.ts';
import { sniffPicture } from './sniff-picture.ts';
import { createThumbnails } from './thumbnails.ts';

const signal = new AbortController().signal;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await probeSandboxes();
});

/** A picture of one colour as ffmpeg writes it. */
function picture(codec: 'mjpeg' | 'png' | 'libwebp', size: string): Uint8Array {
  return execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `color=red:s=${size}`,
    '-frames:v',
    '1',
    '-c:v',
    codec,
    '-f',
    'image2pipe',
    'pipe:1',
  ]);
}

/** A PNG whose header announces a size and whose picture data is a few zeros. */
function announcedPng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const HOME = '192.0.2.1/32';
const source = (address: string) => ({ address, headers: {}, platform: 'youtube' as const });

function serving(bytes: Uint8Array) {
  const fetched: string[] = [];
  const thumbnails = createThumbnails({
    ffmpegPath: 'ffmpeg',
    sandbox,
    clock: systemClock,
    fetchPicture: async ({ address }) => {
      fetched.push(address);
      return bytes;
    },
  });
  return { thumbnails, fetched };
}

/** Width and height in the frame header of a JPEG. */
function sizeOfJpeg(jpeg: Uint8Array): [number, number] {
  const bytes = Buffer.from(jpeg);
  const at = bytes.findIndex(
    (byte, index) => byte === 0xff && (bytes[index + 1] === 0xc0 || bytes[index + 1] === 0xc2),
  );
  return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
}

describe('a thumbnail', () => {
  it.each(['mjpeg', 'png', 'libwebp'] as const)(
    'made from %s is a JPEG of at most 640 pixels without metadata',
    async (codec) => {
      const jpeg = await serving(picture(codec, '1280x720')).thumbnails.render(
        source(codec),
        HOME,
        signal,
      );
      expect(sniffPicture(jpeg)).toBe('jpeg_pipe');
      expect(sizeOfJpeg(jpeg)).toEqual([640, 360]);
      expect(Buffer.from(jpeg).includes('Exif')).toBe(false);
    },
  );

  it('that is small stays as small as it is', async () => {
    expect(
      sizeOfJpeg(
        await serving(picture('png', '120x90')).thumbnails.render(source('small'), HOME, signal),
      ),
    ).toEqual([120, 90]);
  });

  it.each([
    ['16:9', '1280x720', [640, 640]],
    ['16:9 with bars above and below', '640x480', [360, 360]],
    ['wider than that', '1000x400', [400, 400]],
    ['nearly a square', '500x480', [500, 480]],
    ['a square', '544x544', [544, 544]],
    ['upright', '360x640', [360, 640]],
  ] as const)('of a cover is the square in its middle: %s', async (_name, size, expected) => {
    const { thumbnails, fetched } = serving(picture('png', size));
    const whole = await thumbnails.render(source(size), HOME, signal);
    const square = { ...source(size), isSquare: true };
    expect(sizeOfJpeg(await thumbnails.render(square, HOME, signal))).toEqual(expected);
    // They are two pictures of one address.
    expect(fetched).toHaveLength(2);
    expect(await thumbnails.render(source(size), HOME, signal)).toBe(whole);
  });

  it.each<[string, Uint8Array]>([
    [
      'thumb-svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a page', Buffer.from('<!doctype html><title>captcha</title>')],
    ['an empty body', new Uint8Array()],
    ['png-bomb', announcedPng(50_000, 50_000)],
    ['a playlist named like a picture', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['the first bytes of a JPEG and nothing else', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('is refused for %s', async (_name, bytes) => {
    const error: AppError = await serving(bytes)
      .thumbnails.render(source('x'), HOME, signal)
      .then(
        () => {
          throw new Error('it was taken');
        },
        (thrown) => thrown,
      );
    expect(error.code).toBe('not_found');
  });

  it('is fetched and made once however often it is asked for', async () => {
    const { thumbnails, fetched } = serving(picture('png', '64x64'));
    await Promise.all([1, 2, 3].map(() => thumbnails.render(source('same'), HOME, signal)));
    await thumbnails.render(source('same'), HOME, signal);
    expect(fetched).toEqual(['same']);
  });

  it('is given up when nobody waits for it', async () => {
    const controller = new AbortController();
    const { thumbnails } = serving(picture('png', '4000x4000'));
    const waiting = thumbnails
      .render(source('big'), HOME, controller.signal)
      .catch((reason) => reason);
    controller.abort('gone');
    expect(await waiting).toBe('gone');
  });
});
