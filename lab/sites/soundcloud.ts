// The lab's SoundCloud: the id of its web client, its API, a file and a playlist of a track, and a short link.
import type { MediaLibrary, Variant } from '../media/media.ts';
import type { LabAnswer, LabPlatform, LabRequest } from '../platform.ts';
import {
  json,
  mediaFile,
  page,
  picture,
  presentationPart,
  redirect,
  refusal,
  text,
} from '../platforms/answers.ts';
import { mp3, refused, soundAsIs } from '../platforms/expected-downloads.ts';

const TRACK = 'ethmusic/lostin-powers-she-so-heavy';
const LOCKED = 'ethmusic/only-for-subscribers';
const CLIENT_ID = 'LabLabLabLabLabLabLabLabLabLab12';
const SCRIPT = 'https://a-v2.sndcdn.com/assets/50-1a2b3c4d.js';
const API = 'https://api-v2.soundcloud.com';
const sound = (codec: 'aac' | 'mp3', toneHz: number, kilobitsPerSecond: number): Variant => ({
  container: codec === 'mp3' ? 'mp3' : 'mp4',
  seconds: 10,
  sound: { codec, toneHz, kilobitsPerSecond },
});
const FILE = sound('mp3', 331, 128);
const PLAYLIST = sound('aac', 381, 160);
const ONLY = {
  title: 'She so heavy',
  author: 'E.T. ExTerrestrial Music',
  items: [
    { kind: 'sound', durationSeconds: 10, tracks: [{ delivery: 'hls' }, { delivery: 'file' }] },
  ],
} as const;

/** Its hosts, links and answers. */
export const soundcloud: LabPlatform = {
  id: 'soundcloud',
  hosts: [
    'soundcloud.com',
    'on.soundcloud.com',
    'api-v2.soundcloud.com',
    '.sndcdn.com',
    '.soundcloud.cloud',
  ],
  links: [
    {
      name: 'a file and a playlist',
      url: `https://soundcloud.com/${TRACK}?si=a1b2c3`,
      expect: ONLY,
      downloads: [
        [mp3(FILE, PLAYLIST), soundAsIs(PLAYLIST), refused('high', 'choice_unavailable')],
      ],
    },
    { name: 'short link', url: 'https://on.soundcloud.com/Xk29fLab', expect: ONLY },
    { name: 'encrypted', url: `https://soundcloud.com/${LOCKED}`, expect: { code: 'drm' } },
    { name: 'removed', url: 'https://soundcloud.com/ethmusic/gone', expect: { code: 'not_found' } },
  ],
  answer,
};

async function answer({ url }: LabRequest, media: MediaLibrary): Promise<LabAnswer | null> {
  const { hostname, pathname } = url;
  if (hostname === 'on.soundcloud.com') {
    return pathname === '/Xk29fLab'
      ? redirect(`https://soundcloud.com/${TRACK}?ref=clipboard&p=a`)
      : refusal(404);
  }
  if (hostname === 'soundcloud.com') {
    return pathname === '/' ? page(`<script crossorigin src="${SCRIPT}"></script>`) : null;
  }
  if (url.href === SCRIPT) {
    return text(`t.exports={env:"production",client_id:"${CLIENT_ID}"}`, 'application/javascript');
  }
  if (hostname === 'api-v2.soundcloud.com') return answerApi(url);
  if (hostname === 'i1.sndcdn.com') return mediaFile(media, picture('#f57c00', 500, 500));
  if (hostname === 'cf-media.sndcdn.com') return mediaFile(media, FILE);
  if (hostname !== 'playback.media-streaming.soundcloud.cloud') return null;
  const name = pathname.split('/').at(-1) ?? '';
  const presentation = await media.hls({ renditions: [PLAYLIST], segmentSeconds: 2, kind: 'fmp4' });
  return presentationPart(presentation, name === 'playlist.m3u8' ? 'r0.m3u8' : name);
}

function answerApi({ pathname, searchParams }: URL): LabAnswer | null {
  if (searchParams.get('client_id') !== CLIENT_ID) return refusal(401);
  if (pathname === '/resolve') {
    const name = searchParams.get('url')?.replace('https://soundcloud.com/', '');
    return name === TRACK || name === LOCKED ? json(track(name)) : json({}, 404);
  }
  const kind = /^\/media\/soundcloud:tracks:62986583\/\w+\/stream\/(hls|progressive)$/.exec(
    pathname,
  )?.[1];
  if (kind === 'progressive')
    return json({ url: 'https://cf-media.sndcdn.com/lab.128.mp3?Policy=lab' });
  if (kind !== 'hls') return null;
  const host = 'https://playback.media-streaming.soundcloud.cloud';
  return json({ url: `${host}/lab/aac_160k/playlist.m3u8?expires=1999999999` });
}

function track(name: string) {
  const transcoding = (preset: string, protocol: string, mime_type: string) => ({
    url: `${API}/media/soundcloud:tracks:62986583/${preset}/stream/${protocol.replace(/^.*-/, '')}`,
    preset,
    duration: 10_000,
    snipped: false,
    format: { protocol, mime_type },
    quality: 'sq',
  });
  return {
    id: 62_986_583,
    kind: 'track',
    title: 'She so heavy',
    description: 'Made for the lab.',
    duration: 10_000,
    created_at: '2026-06-01T08:00:00Z',
    permalink_url: `https://soundcloud.com/${name}`,
    artwork_url: 'https://i1.sndcdn.com/artworks-lab-0-large.jpg',
    downloadable: false,
    policy: 'ALLOW',
    user: {
      id: 9_615_865,
      username: 'E.T. ExTerrestrial Music',
      permalink: 'ethmusic',
      permalink_url: 'https://soundcloud.com/ethmusic',
    },
    media: {
      transcodings:
        name === LOCKED
          ? [transcoding('aac_160k', 'ctr-encrypted-hls', 'audio/mp4; codecs="mp4a.40.2"')]
          : [
              transcoding('aac_160k', 'hls', 'audio/mp4; codecs="mp4a.40.2"'),
              transcoding('mp3_0_1', 'progressive', 'audio/mpeg'),
            ],
    },
  };
}
