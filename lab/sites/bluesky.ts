// The lab's Bluesky: posts from its API, playlists from its video service, and the posted file from the account's server.
import type { MediaLibrary } from '../media/media.ts';
import type { LabAnswer, LabPlatform, LabRequest } from '../platform.ts';
import { json, mediaFile, picture, presentationPart, text } from '../platforms/answers.ts';
import { asking, buttons, mp3, whole } from '../platforms/expected-downloads.ts';
import { film } from './film.ts';

const HANDLE = 'bsky.app';
const ACCOUNT = 'did:plc:z72i7hdynmk6r22z27h6tvur';
const POST = '3l3vgf77uco2g';
const WORDS_ONLY = '3l3vgf77ucaaa';
const CID = 'bafkreicx3hjyabmgzoeuxjtkvyfjmn2yj6ldbyl4bmysvbzkhnaaaaaaaa';
/** As it was posted. Nothing says how it is encoded, so the renditions are preferred for the buttons. */
const POSTED = film(1920, 1080, '#0288d1', 321);
const LARGE = film(1280, 720, '#2e7d32', 361);
const SMALL = film(640, 360, '#ef6c00', 371);
const WATCH = `https://video.bsky.app/watch/${encodeURIComponent(ACCOUNT)}/${CID}`;

/** Its hosts, links and answers. */
export const bluesky: LabPlatform = {
  id: 'bluesky',
  hosts: ['public.api.bsky.app', 'video.bsky.app', 'plc.directory', '.host.bsky.network'],
  links: [
    {
      name: 'the posted file and a playlist',
      url: `https://bsky.app/profile/${HANDLE}/post/${POST}`,
      expect: {
        title: 'Bluesky now has video!',
        author: 'Bluesky',
        items: [
          {
            kind: 'video',
            tracks: [
              { width: 1920, height: 1080, delivery: 'file' },
              { width: 1280, height: 720, delivery: 'hls' },
              { width: 640, height: 360, delivery: 'hls' },
            ],
          },
        ],
      },
      downloads: [
        [
          ...buttons(whole(LARGE), whole(LARGE), whole(SMALL)),
          mp3(LARGE, SMALL, POSTED),
          asking('instead', whole(POSTED)),
        ],
      ],
    },
    {
      name: 'under the id of its account',
      url: `https://bsky.app/profile/${encodeURIComponent(ACCOUNT)}/post/${WORDS_ONLY}`,
      expect: { code: 'no_video' },
    },
    {
      name: 'removed',
      url: `https://bsky.app/profile/${HANDLE}/post/3l3vgf77uczzz`,
      expect: { code: 'not_found' },
    },
  ],
  answer,
};

async function answer({ url }: LabRequest, media: MediaLibrary): Promise<LabAnswer | null> {
  const { hostname, pathname, searchParams } = url;
  if (hostname === 'public.api.bsky.app') {
    if (pathname !== '/xrpc/app.bsky.feed.getPostThread') return null;
    const [, , owner, , id] = searchParams.get('uri')?.split('/') ?? [];
    const isKnown = (owner === HANDLE || owner === ACCOUNT) && (id === POST || id === WORDS_ONLY);
    return isKnown
      ? json({ thread: { post: post(id) } })
      : json({ error: 'NotFound', message: 'Post not found' }, 400);
  }
  if (hostname === 'plc.directory') {
    if (pathname !== `/${ACCOUNT}`) return null;
    const serviceEndpoint = 'https://puffball.us-east.host.bsky.network';
    return json({
      service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }],
    });
  }
  if (hostname.endsWith('.host.bsky.network')) {
    const isBlob = pathname === '/xrpc/com.atproto.sync.getBlob' && searchParams.get('cid') === CID;
    return isBlob && searchParams.get('did') === ACCOUNT ? mediaFile(media, POSTED) : null;
  }
  return answerVideo(decodeURIComponent(pathname), media);
}

async function answerVideo(path: string, media: MediaLibrary): Promise<LabAnswer | null> {
  const folder = `/watch/${ACCOUNT}/${CID}/`;
  if (!path.startsWith(folder)) return null;
  const name = path.slice(folder.length);
  if (name === 'thumbnail.jpg') return mediaFile(media, picture('#0288d1', 640, 360));
  const presentation = await media.hls({
    renditions: [LARGE, SMALL],
    segmentSeconds: 2,
    kind: 'ts',
  });
  return name === 'playlist.m3u8'
    ? text(presentation.manifest, 'application/vnd.apple.mpegurl')
    : presentationPart(presentation, name);
}

function post(id: string | undefined) {
  const hasVideo = id === POST;
  const words = hasVideo ? 'Bluesky now has video!' : 'Words and nothing else.';
  const video = { $type: 'blob', ref: { $link: CID }, mimeType: 'video/mp4', size: 0 };
  return {
    uri: `at://${ACCOUNT}/app.bsky.feed.post/${id}`,
    author: { did: ACCOUNT, handle: HANDLE, displayName: 'Bluesky' },
    record: {
      $type: 'app.bsky.feed.post',
      text: words,
      createdAt: '2026-06-01T08:00:00.000Z',
      ...(hasVideo && { embed: { $type: 'app.bsky.embed.video', video } }),
    },
    ...(hasVideo && {
      embed: {
        $type: 'app.bsky.embed.video#view',
        cid: CID,
        playlist: `${WATCH}/playlist.m3u8`,
        thumbnail: `${WATCH}/thumbnail.jpg`,
        aspectRatio: { width: 1920, height: 1080 },
      },
    }),
    likeCount: 12,
    repostCount: 3,
    replyCount: 1,
    labels: [],
    indexedAt: '2026-06-01T08:00:00.000Z',
  };
}
