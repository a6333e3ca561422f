// The lab's Pinterest: the pin's JSON, its media on pinimg.com, and pin.it short links.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { json, mediaFile, picture, presentationPart, redirect, refusal, text } from '../answers.ts';
import { pinterestDownloads } from './downloads.ts';
import { folderOf, HLS_SECONDS, PINS, type Pin, pinOfFolder } from './pins.ts';

const SHORT_LINKS = new Map([['4kLmN7xQz', '1084663891475263837']]);
const REMOVED = '664281013778109299';

/** The platform's hosts, links and answers. */
export const pinterest: LabPlatform = {
  id: 'pinterest',
  hosts: ['www.pinterest.com', 'pinterest.com', 'api.pinterest.com', 'pin.it', '.pinimg.com'],
  links: [
    ...PINS.map(
      (pin): LabLink => ({
        name: pin.name,
        url: `https://www.pinterest.com/pin/${pin.slug}${pin.id}/`,
        expect: pin.expect,
        ...pinterestDownloads(pin),
      }),
    ),
    {
      name: 'short link',
      url: 'https://pin.it/4kLmN7xQz',
      expect: PINS.find(({ id }) => id === '1084663891475263837')?.expect ?? { code: 'internal' },
    },
    {
      name: 'removed',
      url: `https://www.pinterest.com/pin/${REMOVED}/`,
      expect: { code: 'not_found' },
    },
  ],
  answer,
};

async function answer({ url }: LabRequest, media: MediaLibrary): Promise<LabAnswer | null> {
  if (url.hostname.endsWith('.pinimg.com')) return answerCdn(url, media);
  if (url.hostname === 'pin.it') {
    const code = url.pathname.slice(1);
    if (!SHORT_LINKS.has(code)) return refusal(404);
    return redirect(`https://api.pinterest.com/url_shortener/${code}/redirect/`, 301);
  }
  if (url.hostname === 'api.pinterest.com') {
    const id = SHORT_LINKS.get(url.pathname.split('/')[2] ?? '');
    if (id === undefined) return null;
    return redirect(`https://www.pinterest.com/pin/${id}/sent/?invite_code=0a1b2c&sfo=1`);
  }
  if (url.pathname !== '/resource/PinResource/get/') return null;
  const { options } = JSON.parse(url.searchParams.get('data') ?? '{}') as {
    options?: { id?: string };
  };
  const pin = PINS.find(({ id }) => id === options?.id);
  if (pin !== undefined) return json(pinResource(pin));
  const error = { status: 'failure', code: 50, http_status: 404, message: 'Pin not found' };
  return json({ resource_response: { status: 'failure', error, data: null } }, 404);
}

function pinResource(pin: Pin) {
  const lists = pin.films.map((films) =>
    Object.fromEntries(
      films.map((film) => [
        film.key,
        {
          url: filmAddress(pin, film.key),
          width: film.variant.picture?.width,
          height: film.variant.picture?.height,
          duration: film.variant.seconds * 1000,
          thumbnail: imageAddress(pin, 'originals'),
        },
      ]),
    ),
  );
  const pages = lists.map((video_list) => ({ blocks: [{ block_type: 3, video: { video_list } }] }));
  const images = Object.fromEntries(
    ['236x', '736x', 'orig'].map((size) => {
      const width = size === '236x' ? 236 : 736;
      const address = imageAddress(pin, size === 'orig' ? 'originals' : size);
      return [size, { url: address, width, height: width }];
    }),
  );
  const data = {
    id: pin.id,
    type: 'pin',
    title: pin.title,
    grid_title: pin.title,
    description: pin.description ?? 'Made for the lab.',
    created_at: 'Mon, 01 Jun 2026 08:00:00 +0000',
    domain: pin.embed === null ? 'Uploaded by user' : new URL(pin.embed).hostname,
    closeup_attribution: { full_name: pin.author, id: '1084664028912989237' },
    repin_count: 7,
    comment_count: 0,
    hashtags: [],
    images,
    embed: pin.embed === null ? null : { src: pin.embed, type: 'article' },
    videos: pin.story || lists.length === 0 ? null : { video_list: lists[0] },
    story_pin_data: pin.story ? { page_count: pages.length, pages } : null,
  };
  return { resource_response: { status: 'success', code: 0, http_status: 200, data } };
}

function filmAddress(pin: Pin, key: string): string {
  const kind = key.includes('HLS') ? 'hls' : key.slice(2).toLowerCase();
  const ending = kind === 'hls' ? 'm3u8' : 'mp4';
  return `https://v1.pinimg.com/videos/mc/${kind}/${folderOf(pin)}/${pin.hash}.${ending}`;
}

function imageAddress(pin: Pin, size: string): string {
  return `https://i.pinimg.com/${size}/${folderOf(pin)}/${pin.hash}.jpg`;
}

/** `/<size>/aa/bb/cc/<hash>.jpg` is an image, `/videos/mc/<kind>/aa/bb/cc/…` a video or a file of an HLS ladder. */
async function answerCdn({ pathname }: URL, media: MediaLibrary): Promise<LabAnswer | null> {
  const asked = /^\/(?:videos\/mc\/)?(\w+)\/(\w\w\/\w\w\/\w\w)\/(.+)$/.exec(pathname);
  const [, kind = '', folder = '', name = ''] = asked ?? [];
  const pin = pinOfFolder(folder);
  if (pin === undefined) return null;
  if (name === `${pin.hash}.jpg`) {
    const width = kind === '236x' ? 236 : 736;
    return mediaFile(media, picture(pin.colour, width, width));
  }
  if (kind !== 'hls') {
    const film = pin.films.flat().find(({ key }) => key === `V_${kind.toUpperCase()}`);
    return film === undefined ? null : mediaFile(media, film.variant);
  }
  if (pin.ladder === null) return null;
  const presentation = await media.hls({
    renditions: pin.ladder,
    segmentSeconds: HLS_SECONDS,
    key: pin.isEncrypted,
    kind: 'ts',
  });
  if (name !== `${pin.hash}.m3u8`) return presentationPart(presentation, name, pin.runs);
  return text(presentation.manifest, 'application/vnd.apple.mpegurl');
}
