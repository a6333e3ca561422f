// The media servers of the lab's Meta platforms refuse what the real ones refuse.
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { MediaLibrary } from '../../media/media.ts';
import { facebook } from '../facebook/facebook.ts';
import { FACEBOOK_CDN } from '../facebook/videos.ts';
import { answerMedia, clipAddress, dashManifest, film, stillAddress, voice } from './cdn.ts';

const HOST = 'scontent-lab-9.cdninstagram.com';
const CLIPS = { clip: film({ size: [320, 240], colour: '#123456' }), 'sound-clip': voice(440) };
const unused = () => Promise.reject(new TypeError('not needed here'));
const media: MediaLibrary = {
  file: ({ container }) => Promise.resolve({ path: `/lab/x.${container}`, bytes: 5000 }),
  hls: unused,
  dash: unused,
};

const request = (address: string, headers: IncomingHttpHeaders = {}) => ({
  method: 'GET',
  url: new URL(address),
  headers,
  body: Buffer.alloc(0),
  client: '',
});
const ask = (address: string) => answerMedia(request(address), CLIPS, media);

function changed(name: string, value: string): string {
  const url = new URL(clipAddress(HOST, 'clip'));
  url.searchParams.set(name, value);
  return url.href;
}

describe('a media server', () => {
  it('sends a clip under the address that it signed', async () => {
    expect(await ask(clipAddress(HOST, 'clip'))).toEqual({ file: '/lab/x.mp4', type: 'video/mp4' });
  });

  it('sends pictures as JPEG', async () => {
    expect(await ask(stillAddress(HOST, '#abcdef', 64, 48))).toMatchObject({ type: 'image/jpeg' });
  });

  it.each([
    ['has another signature', changed('oh', '00_other')],
    ['has expired', changed('oe', '5F000000')],
    ['does not say when it expires', changed('oe', '')],
    ['has lost its query', clipAddress(HOST, 'clip').split('?')[0] ?? ''],
  ])('refuses an address that %s', async (_why, address) => {
    expect(await ask(address)).toMatchObject({ status: 403 });
  });

  it('answers 404 for an unknown clip', async () => {
    expect(await ask(clipAddress(HOST, 'other'))).toBeNull();
  });
});

describe('a manifest', () => {
  it('announces the true rate and length of each clip under its own address', async () => {
    const names = ['clip', 'sound-clip'];
    const manifest = await dashManifest({
      media,
      host: HOST,
      clips: CLIPS,
      names,
      frameRate: '30',
    });
    expect(manifest).toContain('bandwidth="4000" FBContentLength="5000"');
    expect(manifest).toContain('width="320" height="240" frameRate="30"');
    const addresses = [...manifest.matchAll(/<BaseURL>(.*?)<\/BaseURL>/g)].map(([, text]) =>
      (text ?? '').replaceAll('&amp;', '&'),
    );
    expect(await Promise.all(addresses.map(ask))).toEqual([
      { file: '/lab/x.mp4', type: 'video/mp4' },
      { file: '/lab/x.m4a', type: 'audio/mp4' },
    ]);
  });
});

describe("Facebook's media server", () => {
  it.each([
    ['facebookexternalhit/1.1', { file: '/lab/x.mp4', type: 'video/mp4' }],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', { status: 403 }],
    [undefined, { status: 403 }],
  ])('answers the agent %s', async (agent, expected) => {
    const headers = agent === undefined ? {} : { 'user-agent': agent };
    const asked = request(clipAddress(FACEBOOK_CDN, 'reel-hd'), headers);
    expect(await facebook.answer(asked, media)).toMatchObject(expected);
  });
});
