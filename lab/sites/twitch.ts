// The lab's Twitch: the GraphQL answer of a clip, and its files, which ask for the token of that answer.
import type { MediaLibrary } from '../media/media.ts';
import type { LabAnswer, LabPlatform, LabRequest } from '../platform.ts';
import { json, mediaFile, picture, refusal } from '../platforms/answers.ts';
import { buttons, mp3, whole } from '../platforms/expected-downloads.ts';
import { film } from './film.ts';

const SLUG = 'FaintLightGullWholeWheat';
const FILES = { '1080': film(1920, 1080, '#6a1b9a', 311), '360': film(640, 360, '#2e7d32', 361) };
const TOKEN = { signature: 'a1b2c3d4', value: '{"clip_uri":"","expires":1999999999}' };
const isFile = (name: string | undefined): name is keyof typeof FILES =>
  name !== undefined && name in FILES;

/** Its hosts, links and answers. */
export const twitch: LabPlatform = {
  id: 'twitch',
  hosts: ['gql.twitch.tv', 'production.assets.clips.twitchcdn.net', 'static-cdn.jtvnw.net'],
  links: [
    {
      name: 'clip with two files',
      url: `https://www.twitch.tv/ea/clip/${SLUG}?filter=clips&range=7d`,
      expect: {
        title: 'The last round',
        author: 'stereotype_',
        items: [
          {
            kind: 'video',
            durationSeconds: 10,
            tracks: [
              { height: 1080, delivery: 'file' },
              { height: 360, delivery: 'file' },
            ],
          },
        ],
      },
      downloads: [
        [
          ...buttons(whole(FILES['1080']), whole(FILES['360']), whole(FILES['360'])),
          mp3(FILES['1080'], FILES['360']),
        ],
      ],
    },
    {
      name: 'removed',
      url: 'https://clips.twitch.tv/GoneCleverGullWholeWheat',
      expect: { code: 'not_found' },
    },
  ],
  answer,
};

function answer(request: LabRequest, media: MediaLibrary): Promise<LabAnswer> | LabAnswer | null {
  const { url, method, headers, body } = request;
  if (url.hostname === 'static-cdn.jtvnw.net')
    return mediaFile(media, picture('#6a1b9a', 480, 270));
  if (url.hostname !== 'gql.twitch.tv') {
    const name = /^\/media\/(\d+)\.mp4$/.exec(url.pathname)?.[1];
    if (!isFile(name)) return null;
    const isAllowed =
      url.searchParams.get('sig') === TOKEN.signature &&
      url.searchParams.get('token') === TOKEN.value;
    return isAllowed ? mediaFile(media, FILES[name]) : refusal(403);
  }
  if (method !== 'POST' || url.pathname !== '/gql') return null;
  if (headers['client-id'] === undefined) return json({ error: 'Bad Request' }, 400);
  const [call] = JSON.parse(body.toString()) as {
    operationName?: string;
    variables?: { slug?: string };
    extensions?: { persistedQuery?: { sha256Hash?: string } };
  }[];
  if (call?.operationName !== 'ShareClipRenderStatus') return null;
  if (!/^[\da-f]{64}$/.test(call.extensions?.persistedQuery?.sha256Hash ?? '')) return null;
  return json([{ data: { clip: call.variables?.slug === SLUG ? clip() : null } }]);
}

function clip() {
  return {
    id: '396245304',
    slug: SLUG,
    title: 'The last round',
    durationSeconds: 10,
    viewCount: 1204,
    createdAt: '2026-06-01T08:00:00Z',
    thumbnailURL: 'https://static-cdn.jtvnw.net/twitch-clips-thumbnails-prod/lab-480x270.jpg',
    broadcaster: { id: '25163635', displayName: 'EA', isPartner: false },
    curator: { id: '43566419', displayName: 'stereotype_' },
    game: { displayName: 'Battlefield' },
    playbackAccessToken: TOKEN,
    assets: [
      {
        aspectRatio: 1.7777777777777777,
        thumbnailURL: 'https://static-cdn.jtvnw.net/twitch-clips-thumbnails-prod/lab-480x270.jpg',
        videoQualities: Object.keys(FILES).map((quality) => ({
          quality,
          frameRate: 25,
          sourceURL: `https://production.assets.clips.twitchcdn.net/media/${quality}.mp4`,
        })),
      },
    ],
  };
}
