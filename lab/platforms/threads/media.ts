// The post objects in the pages of the lab's Threads, in the format that they share with Instagram's.
import { CLIP_SECONDS, clipAddress, stillAddress } from '../meta/cdn.ts';
import { mediaNumber, type Prefetched } from '../meta/relay.ts';
import {
  THREADS_CDN,
  THREADS_CLIPS,
  THREADS_OWNER,
  THREADS_QUOTED,
  type ThreadsPart,
  type ThreadsPost,
  threadsCaption,
} from './posts.ts';

const STRANGER = { pk: '80000009', username: 'somebody.else', full_name: 'Somebody Else' };

/** The prefetched responses of a post's page, the post's own among decoys. */
export function threadsAnswers(post: ThreadsPost): readonly Prefetched[] {
  return [
    feed('BarcelonaFeedColumnRootQuery', 'trap-feed'),
    ...own(post),
    feed('BarcelonaPostPageDownwardQuery', 'trap-reply'),
    feed('BarcelonaPostPageRelatedPostsQuery', 'trap-feed'),
  ];
}

function own(post: ThreadsPost): readonly Prefetched[] {
  const whole = postObject(post);
  switch (post.page) {
    case 'strangers':
      // The query of the post is there, without the post.
      return [{ key: keyOf('BarcelonaPostPageTargetQuery'), data: { media: null } }];
    case 'direct': {
      // Oldest first: the post that this one answers, then this one.
      const items = [{ post: stranger('trap-reply') }, { post: whole }];
      const data = { data: { edges: [{ node: { thread_items: items } }] } };
      return [{ key: keyOf('BarcelonaPostPageDirectQuery'), data }];
    }
    case 'permalink':
      return [
        { key: keyOf('BarcelonaPermalinkMobilePostColumnPageQuery'), data: { media: whole } },
      ];
    case 'renamed':
      return [{ key: keyOf('BarcelonaPostPageFocusQuery'), data: { media: whole } }];
    default:
      return [{ key: keyOf('BarcelonaPostPageTargetQuery'), data: { media: whole } }];
  }
}

const keyOf = (query: string) => `adp_${query}RelayPreloader_66a1b2c3d4e5f678901234567`;

function feed(query: string, trap: 'trap-reply' | 'trap-feed'): Prefetched {
  const node = { thread_items: [{ post: stranger(trap) }] };
  return { key: keyOf(query), data: { data: { edges: [{ node }] } } };
}

function stranger(video: 'trap-reply' | 'trap-feed'): object {
  const about = header('DLstranger1', STRANGER, 'A video that nobody asked for');
  return { ...about, ...partObject({ video }), carousel_media: null };
}

function header(code: string, user: object, caption: string): object {
  const pk = mediaNumber(code);
  const words = caption === '' ? null : { text: caption };
  return { pk, id: pk, code, user, caption: words, taken_at: 1_780_000_000, like_count: 5 };
}

const NOTHING = { video_versions: null, image_versions2: { candidates: [] }, carousel_media: null };

function postObject(post: ThreadsPost): object {
  const about = header(post.code, THREADS_OWNER, threadsCaption(post));
  const shown = { ...NOTHING, ...content(post.parts) };
  if (post.through === undefined)
    return { ...about, ...shown, text_post_app_info: { linked_inline_media: null } };
  const isLinked = post.through === 'linked';
  const linked = { ...header('DKlinkedLab', THREADS_OWNER, ''), ...shown };
  const quoted = { ...header('DLquoteSrc1', THREADS_QUOTED, 'Lab: what is quoted'), ...shown };
  const info = {
    linked_inline_media: isLinked ? linked : null,
    share_info: { quoted_post: isLinked ? null : quoted },
  };
  return { ...about, ...NOTHING, media_type: 19, text_post_app_info: info };
}

function content(parts: readonly ThreadsPart[]): object {
  const [first] = parts;
  if (parts.length > 1) return { media_type: 8, carousel_media: parts.map(partObject) };
  return first === undefined ? {} : partObject(first);
}

function partObject(part: ThreadsPart): object {
  if ('photo' in part)
    return {
      media_type: 1,
      original_width: 1080,
      original_height: 1440,
      video_versions: null,
      ...stills(part.photo),
    };
  const { picture, sound } = THREADS_CLIPS[part.video];
  const [width, height] = part.upload ?? [picture.width, picture.height];
  const facts = { vencode_tag: 'xpv_progressive.lab.C3.720.dash_baseline_1_v1', bitrate: 1 };
  const declared = part.duration === false ? facts : { ...facts, duration_s: CLIP_SECONDS };
  const efg = Buffer.from(JSON.stringify(declared)).toString('base64');
  const url = clipAddress(THREADS_CDN, part.video, { efg });
  return {
    media_type: 2,
    has_audio: sound !== undefined,
    original_width: width,
    original_height: height,
    // Three entries, one file.
    video_versions: [101, 102, 103].map((type) => ({ type, url })),
    ...stills(picture.colour),
  };
}

function stills(colour: string): object {
  const candidates = [1080, 750, 320].map((width) => {
    const height = Math.round((width * 4) / 3);
    return { url: stillAddress(THREADS_CDN, colour, width, height), width, height };
  });
  return { image_versions2: { candidates } };
}
