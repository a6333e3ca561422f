// The media objects of the lab's Instagram, in the format of its GraphQL API.
import type { MediaLibrary } from '../../media/media.ts';
import { CLIP_SECONDS, clipAddress, dashManifest, stillAddress } from '../meta/cdn.ts';
import { mediaNumber } from '../meta/relay.ts';
import {
  INSTAGRAM_CDN,
  INSTAGRAM_CLIPS,
  INSTAGRAM_OWNER,
  type InstagramClip,
  type InstagramPart,
  type InstagramPost,
} from './posts.ts';

/** The media object of a post, in the format of the GraphQL API. */
export async function instagramMedia(post: InstagramPost, media: MediaLibrary): Promise<unknown> {
  const parts: unknown[] = [];
  for (const [at, part] of (post.parts ?? []).entries()) {
    // Each part of a carousel is a post of its own inside, with its own number.
    const code = post.parts?.length === 1 ? post.code : `${post.code.slice(0, -1)}${'abc'[at]}`;
    parts.push(await partOf(part, code, media));
  }
  const about = {
    pk: mediaNumber(post.code),
    code: post.code,
    user: INSTAGRAM_OWNER,
    caption: { text: `${post.name}.\nSecond line of the caption.` },
    taken_at: 1_780_000_000,
    like_count: 12,
    comment_count: 3,
  };
  if (parts.length > 1) return { ...about, media_type: 8, carousel_media: parts };
  return { ...(parts[0] as object), ...about, carousel_media: null };
}

async function partOf(part: InstagramPart, code: string, media: MediaLibrary): Promise<unknown> {
  const number = { pk: mediaNumber(code), code };
  if ('photo' in part)
    return { ...number, media_type: 1, ...stills(part.photo), video_versions: null };
  const clips = part.video.map((name) => [name, INSTAGRAM_CLIPS[name]] as const);
  const dash = part.dash && (await manifest(part.dash, media));
  return {
    ...number,
    media_type: 2,
    has_audio: part.hasAudio ?? true,
    video_duration: CLIP_SECONDS,
    video_versions: clips.map(([name, { picture }], at) => ({
      url: clipAddress(INSTAGRAM_CDN, name, { efg: 'eyJ2ZW5jb2RlX3RhZyI6ImxhYiJ9' }),
      width: picture.width,
      height: picture.height,
      type: 101 + at,
      id: `${mediaNumber(code)}${at}v`,
    })),
    video_dash_manifest: dash ?? null,
    ...stills(clips[0]?.[1].picture.colour ?? '#000000'),
  };
}

const manifest = (names: readonly InstagramClip[], media: MediaLibrary) =>
  dashManifest({ media, host: INSTAGRAM_CDN, clips: INSTAGRAM_CLIPS, names, frameRate: '30' });

function stills(colour: string) {
  const candidates = [1080, 720, 320].map((width) => {
    const height = (width * 5) / 4;
    return { url: stillAddress(INSTAGRAM_CDN, colour, width, height), width, height };
  });
  return { image_versions2: { candidates } };
}
