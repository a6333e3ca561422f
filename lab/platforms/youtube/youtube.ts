// YouTube as the lab plays it: pages, the player API for every client, and the hosts of films, manifests and pictures.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { json, page, redirect, refusal, text } from '../answers.ts';
import { FILE_HOST, MANIFEST_HOST } from './addresses.ts';
import { answerCaptions } from './captions.ts';
import { answerFile, answerManifest, answerPicture, videoOf } from './cdn.ts';
import { YOUTUBE_DOWNLOADS } from './downloads.ts';
import {
  clipData,
  embedPage,
  iframeApi,
  initialData,
  isPlayerScript,
  playerScript,
  watchPage,
} from './page.ts';
import { playerResponse, refusedResponse } from './player.ts';
import { playlistData, playlistOf, playlistRows } from './playlists.ts';
import { REFUSALS, type Refusal } from './refusals.ts';
import { searchResults } from './searches.ts';
import { answerMarks, SPONSORBLOCK_HOST } from './sponsorblock.ts';
import { CLIP, UNUSABLE, VIDEOS, watch } from './videos.ts';
import { WORD_VIDEOS } from './word-videos.ts';

/** The platform's hosts, links and answers. */
export const youtube: LabPlatform = {
  id: 'youtube',
  hosts: [
    '.youtube.com',
    'youtu.be',
    '.googlevideo.com',
    '.ytimg.com',
    'www.google.com',
    SPONSORBLOCK_HOST,
  ],
  links: [
    ...[...VIDEOS, ...WORD_VIDEOS].flatMap((video): LabLink[] => [
      {
        name: video.name,
        url: watch(video.id),
        expect: video.expect,
        ...downloadsOf(video.id),
      },
      ...video.urls.map((each) => ({ ...each, expect: video.expect })),
    ]),
    {
      name: 'clip',
      url: `https://www.youtube.com/clip/${CLIP.id}`,
      expect: VIDEOS.find(({ id }) => id === CLIP.video)?.expect ?? { code: 'internal' },
    },
    ...UNUSABLE.map(({ name, id, expect }): LabLink => ({ name, url: watch(id), expect })),
    ...REFUSALS.map(({ name, id, code }): LabLink => ({ name, url: watch(id), expect: { code } })),
  ],
  answer,
};

function downloadsOf(id: string): Pick<LabLink, 'downloads'> {
  const downloads = YOUTUBE_DOWNLOADS[id];
  return downloads === undefined ? {} : { downloads: [downloads] };
}

function answer(
  request: LabRequest,
  media: MediaLibrary,
): Promise<LabAnswer | null> | LabAnswer | null {
  const { url } = request;
  if (url.hostname === FILE_HOST) return answerFile(url, media);
  if (url.hostname === MANIFEST_HOST) return answerManifest(url, media);
  if (url.hostname === 'i.ytimg.com') return answerPicture(url, media);
  if (url.hostname === SPONSORBLOCK_HOST) return answerMarks(url);
  // Where YouTube sends those from whom too many requests came.
  if (url.hostname === 'www.google.com') {
    return url.pathname === '/sorry/index' ? refusal(429) : null;
  }
  if (url.pathname.startsWith('/youtubei/v1/')) return answerApi(request, media);
  // Where a search takes the client's settings from.
  if (url.pathname === '/') return page(watchPage({}, {}));
  if (url.pathname === '/watch') return answerWatch(url, media);
  if (url.pathname === '/playlist') return answerPlaylist(url);
  if (url.pathname === `/clip/${CLIP.id}`) return page(watchPage({}, clipData()));
  if (url.pathname.startsWith('/embed/')) return page(embedPage());
  if (url.pathname === '/iframe_api') return text(iframeApi(), 'text/javascript');
  if (isPlayerScript(url.pathname)) return text(playerScript(), 'text/javascript');
  if (url.pathname === '/api/timedtext') return answerCaptions(url);
  return null;
}

function refusalOf(id: string | null | undefined): Refusal | undefined {
  return REFUSALS.find((each) => each.id === id);
}

async function answerWatch(url: URL, media: MediaLibrary): Promise<LabAnswer | null> {
  const id = url.searchParams.get('v');
  const video = videoOf(id);
  const refused = refusalOf(id);
  if (refused?.answer.kind === 'tooManyRequests') {
    return redirect(`https://www.google.com/sorry/index?continue=${encodeURIComponent(url.href)}`);
  }
  const headers = {
    'set-cookie': [
      'VISITOR_INFO1_LIVE=lab; Domain=.youtube.com; Path=/; Secure; HttpOnly; SameSite=none',
      'YSC=lab; Domain=.youtube.com; Path=/; Secure; HttpOnly; SameSite=none',
    ],
  };
  if (refused !== undefined) {
    const player = refusedResponse(refused, 'WEB');
    return page(watchPage(player, initialData(undefined)), { headers });
  }
  if (video === undefined) return null;
  const player = await playerResponse(video, 'WEB', media);
  return page(watchPage(player, initialData(video)), { headers });
}

function answerPlaylist({ searchParams }: URL): LabAnswer | null {
  const list = playlistOf(searchParams.get('list'));
  return list ? page(watchPage({}, playlistData(list, false))) : null;
}

/** The API asks with the id behind "VL", and for all rows with parameters of its own. */
function answerBrowse(asked: {
  browseId?: string;
  params?: string;
  continuation?: string;
}): LabAnswer | null {
  if (asked.continuation !== undefined) {
    const rows = playlistRows(asked.continuation);
    return rows === null ? null : json(rows);
  }
  const list = playlistOf(asked.browseId?.replace(/^VL/, '') ?? null);
  return list ? json(playlistData(list, asked.params !== undefined)) : null;
}

async function answerApi({ url, body }: LabRequest, media: MediaLibrary) {
  const asked = JSON.parse(body.toString()) as {
    videoId?: string;
    browseId?: string;
    params?: string;
    query?: string;
    continuation?: string;
    context?: { client?: { clientName?: string } };
  };
  const client = asked.context?.client?.clientName ?? '';
  const video = videoOf(asked.videoId);
  const refused = refusalOf(asked.videoId);
  if (refused?.answer.kind === 'tooManyRequests') {
    return json({ error: { code: 429, message: 'Resource has been exhausted' } }, 429);
  }
  if (url.pathname === '/youtubei/v1/browse') return answerBrowse(asked);
  if (url.pathname === '/youtubei/v1/search') {
    const found = searchResults(asked);
    return found === null ? null : json(found);
  }
  if (url.pathname === '/youtubei/v1/next') return json(initialData(video));
  if (url.pathname !== '/youtubei/v1/player') return null;
  if (refused !== undefined) return json(refusedResponse(refused, client));
  return video === undefined ? null : json(await playerResponse(video, client, media));
}
