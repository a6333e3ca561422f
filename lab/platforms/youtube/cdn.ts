// The media hosts of the lab's YouTube: videos, manifests and thumbnails.
import { livePlaylist } from '../../media/hls-live.ts';
import type { MediaLibrary, Presentation } from '../../media/media.ts';
import type { LabAnswer } from '../../platform.ts';
import { mediaFile, picture, presentationPart, refusal, text } from '../answers.ts';
import { hlsFolder } from './addresses.ts';
import { ALBUM } from './album.ts';
import { bigVideo } from './long-video.ts';
import { UNUSABLE, VIDEOS, type Video } from './videos.ts';
import { WORD_VIDEOS } from './word-videos.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
const SEGMENT_SECONDS = 2;
/** The running stream restarts each hour. */
const BROADCAST_MS = 3_600_000;

/** Sizes of the thumbnails that each video has under these names. */
const PICTURE_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  maxresdefault: [1280, 720],
  hq720: [1280, 720],
  sddefault: [640, 480],
  hqdefault: [480, 360],
  mqdefault: [320, 180],
  default: [120, 90],
};

/** A video by `id`, `itag` and `xtags`; refused when it has expired, as on the real host. */
export function answerFile({ searchParams }: URL, media: MediaLibrary) {
  const video = videoOf(searchParams.get('id')?.replace(/^o-/, ''));
  const language = /lang=([\w-]+)/.exec(searchParams.get('xtags') ?? '')?.[1];
  const isDescribed = searchParams.get('xtags')?.includes('descriptive') === true;
  const isDrc = searchParams.get('xtags')?.includes('drc=1') === true;
  const format = video?.formats.find(
    ({ itag, voice, caveat }) =>
      String(itag) === searchParams.get('itag') &&
      voice?.id.split('.')[0] === language &&
      (voice?.mark === 'descriptive') === isDescribed &&
      (caveat === 'drc') === isDrc,
  );
  if (video === undefined || format === undefined) return null;
  const isOver = Number(searchParams.get('expire')) * 1000 < Date.now();
  const isRefused = video.isForbidden || isOver || searchParams.has('n');
  return isRefused ? refusal(403) : mediaFile(media, format.served ?? format.variant);
}

/** A manifest, or a file that it names. */
export async function answerManifest(
  { pathname }: URL,
  media: MediaLibrary,
): Promise<LabAnswer | null> {
  const asked = /^\/api\/manifest\/(hls_variant|hls_playlist|dash)\/id\/([\w-]{11})\/(.+)$/.exec(
    pathname,
  );
  const [, kind, id, rest = ''] = asked ?? [];
  const video = videoOf(id);
  if (video === undefined) return null;
  if (kind === 'dash') return answerDash(video, rest, media);
  if (kind === 'hls_variant') return text(await masterOf(video, media), PLAYLIST);
  const part = /^itag\/(\d+)\/playlist\/(.+)$/.exec(rest);
  return part === null ? null : answerHlsPart(video, Number(part[1]), part[2] ?? '', media);
}

/** Thumbnails of videos and their storyboards. */
export function answerPicture({ pathname }: URL, media: MediaLibrary): Promise<LabAnswer> | null {
  const board = /^\/sb\/([\w-]{11})\/storyboard3_L(\d)\/\w+\.jpg$/.exec(pathname);
  if (board !== null) return mediaFile(media, picture('#445566', 480, 270));
  const asked = /^\/vi(?:_webp)?\/([\w-]{11})\/(\w+?)(?:_live)?\.(jpg|webp)$/.exec(pathname);
  const size = PICTURE_SIZES[asked?.[2] ?? ''];
  const video = videoOf(asked?.[1]);
  if (video === undefined || size === undefined) return null;
  const colour = video.formats.at(-1)?.variant.picture?.colour ?? '#336699';
  const still = picture(colour, ...size);
  return mediaFile(media, asked?.[3] === 'webp' ? { ...still, container: 'webp' } : still);
}

/** The video with this id: playable, refused, or a long one for benchmarks. */
export function videoOf(id: string | null | undefined): Video | undefined {
  return (
    [...VIDEOS, ...WORD_VIDEOS, ...ALBUM, ...UNUSABLE].find((video) => video.id === id) ??
    bigVideo(id ?? '')
  );
}

/** One presentation per rendition, so that the itag is part of the address of all its files. */
function renditionOf(
  video: Video,
  itag: number,
  media: MediaLibrary,
): Promise<Presentation> | null {
  const format = video.formats.find((each) => each.itag === itag);
  if (format === undefined) return null;
  return media.hls({ renditions: [format.variant], segmentSeconds: SEGMENT_SECONDS, kind: 'ts' });
}

async function masterOf(video: Video, media: MediaLibrary): Promise<string> {
  const lines = ['#EXTM3U', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const { itag } of video.formats) {
    const manifest = (await renditionOf(video, itag, media))?.manifest ?? '';
    const [head, name] = /#EXT-X-STREAM-INF:.*\n.+/.exec(manifest)?.[0].split('\n') ?? [];
    lines.push(head ?? '', `${hlsFolder(video.id, itag)}${name}`);
  }
  return `${lines.join('\n')}\n`;
}

async function answerHlsPart(video: Video, itag: number, name: string, media: MediaLibrary) {
  const presentation = await renditionOf(video, itag, media);
  const answer = presentation === null ? null : presentationPart(presentation, name);
  if (video.offer !== 'live' || answer === null || !('body' in answer)) return answer;
  return { ...answer, body: livePlaylist(String(answer.body), Date.now() % BROADCAST_MS) };
}

async function answerDash(video: Video, rest: string, media: MediaLibrary) {
  const variants = video.formats.map(({ variant }) => variant);
  const presentation = await media.dash({
    pictures: variants.filter((variant) => variant.picture !== undefined),
    sounds: variants.filter((variant) => variant.picture === undefined),
    addressing: 'template',
    segmentSeconds: SEGMENT_SECONDS,
  });
  if (rest === 'source/youtube') return text(presentation.manifest, 'application/dash+xml');
  return presentationPart(presentation, rest.replace(/^source\//, ''));
}
