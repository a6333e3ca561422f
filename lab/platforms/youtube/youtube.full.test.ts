// The lab's YouTube as a client meets it: what the player API states about a format, and how the media host answers its address.
import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createMediaLibrary } from '../../media/media-library.ts';
import { youtube } from './youtube.ts';

const media = createMediaLibrary();

type Streams = { readonly url?: string; readonly contentLength: string; readonly itag: number };

async function ask(address: string, body: unknown = '') {
  const url = new URL(address);
  const bytes = Buffer.from(JSON.stringify(body));
  const answer = await youtube.answer(
    { method: 'POST', url, headers: {}, body: bytes, client: '' },
    media,
  );
  if (answer === null) throw new TypeError(`The platform does not know ${address}`);
  return answer;
}

async function formatsOf(videoId: string, clientName: string): Promise<Streams[]> {
  const context = { client: { clientName } };
  const answer = await ask('https://www.youtube.com/youtubei/v1/player', { videoId, context });
  if (!('body' in answer)) throw new TypeError('The player API answered with a file.');
  return JSON.parse(answer.body.toString()).streamingData.adaptiveFormats;
}

describe('the formats of a video', () => {
  it('have the length that the player API states', async () => {
    const formats = await formatsOf('labEnded001', 'VISIONOS');
    expect(formats.map(({ itag }) => itag)).toEqual([134, 136, 140]);
    for (const { url, contentLength } of formats) {
      const answer = await ask(url ?? '');
      if (!('file' in answer)) throw new TypeError('This is not a file.');
      expect((await stat(answer.file)).size).toBe(Number(contentLength));
      expect(url).toContain(`clen=${contentLength}`);
    }
  });

  it('have no address in the answer for the page itself', async () => {
    const formats = await formatsOf('labEnded001', 'WEB');
    expect(formats.every(({ url }) => url === undefined)).toBe(true);
  });

  it.each([
    ['when its time is over', 'labEnded001', 'expire', '1'],
    ['while its puzzle is not solved', 'labEnded001', 'n', 'xR7'],
    ['of a forbidden video', 'labMedia403', 'itag', '134'],
  ])('are refused %s', async (_name, id, parameter, value) => {
    const [format] = await formatsOf(id, 'VISIONOS');
    const url = new URL(format?.url ?? '');
    url.searchParams.set(parameter, value);
    expect(await ask(url.href)).toHaveProperty('status', 403);
  });

  it('hold one file for each voice of one itag', async () => {
    const formats = await formatsOf('labDubs_001', 'VISIONOS');
    const voices = formats.filter(({ itag }) => itag === 140);
    const files = await Promise.all(voices.map(({ url }) => ask(url ?? '')));
    const paths = files.map((each) => ('file' in each ? each.file : ''));
    expect(new Set(paths).size).toBe(4);
  });
});
