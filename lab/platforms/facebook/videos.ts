// The videos of the lab's Facebook: their clips, and the platform's description of each.
import type { MediaLibrary } from '../../media/media.ts';
import type { Expected, ExpectedTrack } from '../../platform.ts';
import {
  CLIP_SECONDS,
  type Clips,
  clipAddress,
  dashManifest,
  film,
  stillAddress,
  trackOf,
  voice,
} from '../meta/cdn.ts';

/** The media server of the lab's Facebook videos. It refuses browsers, as the real one throttles them. */
export const FACEBOOK_CDN = 'video-lab1-1.xx.fbcdn.net';
/** The server of its images. */
export const FACEBOOK_PICTURES = 'scontent-lab1-1.xx.fbcdn.net';

/** The clips. `reel-av1` is the trap: the largest size of the reel, but AV1 in an .mp4. */
export const FACEBOOK_CLIPS = {
  'watch-hd': film({ size: [1280, 720], colour: '#0d47a1', toneHz: 500 }),
  'watch-sd': film({ size: [640, 360], colour: '#1976d2', toneHz: 520 }),
  'watch-dash-1080': film({ size: [1920, 1080], colour: '#2196f3' }),
  'watch-dash-720': film({ size: [1280, 720], colour: '#42a5f5' }),
  'watch-dash-480': film({ size: [854, 480], colour: '#64b5f6' }),
  'watch-dash-360': film({ size: [640, 360], colour: '#90caf9' }),
  'watch-dash-240': film({ size: [426, 240], colour: '#bbdefb' }),
  'watch-dash-vp9': film({ size: [1920, 1080], colour: '#004d40', codec: 'vp9' }),
  'sound-watch': voice(540),
  'reel-hd': film({ size: [720, 1280], colour: '#33691e', toneHz: 560 }),
  'reel-sd': film({ size: [360, 640], colour: '#558b2f', toneHz: 580 }),
  'reel-av1': film({ size: [1080, 1920], colour: '#263238', codec: 'av1' }),
  'reel-dash-720': film({ size: [720, 1280], colour: '#7cb342' }),
  'reel-dash-540': film({ size: [540, 960], colour: '#9ccc65' }),
  'reel-dash-360': film({ size: [360, 640], colour: '#aed581' }),
  'reel-dash-240': film({ size: [240, 426], colour: '#c5e1a5' }),
  'sound-reel': voice(600),
  'old-sd': film({ size: [640, 480], colour: '#bf360c', toneHz: 620 }),
  'old-hd': film({ size: [960, 720], colour: '#e64a19', toneHz: 640 }),
  'silent-sd': film({ size: [640, 360], colour: '#4e342e' }),
  'silent-dash-720': film({ size: [1280, 720], colour: '#6d4c41' }),
  'silent-dash-360': film({ size: [640, 360], colour: '#8d6e63' }),
  'post-1': film({ size: [720, 720], colour: '#6a1b9a', toneHz: 660 }),
  'post-2': film({ size: [720, 720], colour: '#ab47bc', toneHz: 680 }),
  group: film({ size: [640, 360], colour: '#455a64', toneHz: 700 }),
} as const satisfies Clips;

/** The name of a clip. */
export type FacebookClip = keyof typeof FACEBOOK_CLIPS;

/** The files of one video. `sd` and `hd` are single files whose sizes the platform does not give. */
export type FacebookVideo = {
  readonly id: string;
  readonly sd?: FacebookClip;
  readonly hd?: FacebookClip;
  readonly dash?: readonly FacebookClip[];
  /** Where the addresses of `sd` and `hd` are: in 2026, since 2023, before. */
  readonly shape: 'progressive' | 'legacy' | 'playable';
  readonly subtitles?: true;
};

/** The video object in the format of the page's data. */
export async function facebookVideo(video: FacebookVideo, media: MediaLibrary): Promise<object> {
  const names = video.dash;
  const manifest =
    names &&
    (await dashManifest({
      media,
      host: FACEBOOK_CDN,
      clips: FACEBOOK_CLIPS,
      names,
      frameRate: '15360/512',
    }));
  const cover = stillAddress(FACEBOOK_PICTURES, colourOf(video), 960, 540);
  return {
    __typename: 'Video',
    id: video.id,
    is_live_streaming: false,
    publish_time: 1_780_000_000,
    playable_duration_in_ms: CLIP_SECONDS * 1000,
    preferred_thumbnail: { image: { uri: cover } },
    thumbnailImage: { uri: cover },
    ...(video.subtitles && { video_available_captions_locales: CAPTIONS }),
    ...files(video, manifest),
  };
}

const CAPTIONS = [
  {
    locale: 'en_US',
    localized_language: 'English',
    captions_url: `https://${FACEBOOK_PICTURES}/v/captions/watch.en_US.srt`,
  },
  {
    locale: 'de_DE',
    localized_language: 'German',
    localized_creation_method: 'auto-generated',
    captions_url: `https://${FACEBOOK_PICTURES}/v/captions/watch.de_DE.srt`,
  },
];

function files({ sd, hd, shape }: FacebookVideo, manifest: string | undefined): object {
  const low = sd && clipAddress(FACEBOOK_CDN, sd);
  const high = hd && clipAddress(FACEBOOK_CDN, hd);
  if (shape === 'playable')
    return { playable_url: low ?? null, playable_url_quality_hd: high ?? null };
  const manifests = manifest === undefined ? [] : [{ manifest_xml: manifest }];
  const progressive = [
    { progressive_url: low, metadata: { quality: 'SD' } },
    { progressive_url: high, metadata: { quality: 'HD' } },
  ].filter(({ progressive_url }) => progressive_url !== undefined);
  const isLegacy = shape === 'legacy';
  return {
    videoDeliveryLegacyFields: {
      browser_native_sd_url: isLegacy ? (low ?? null) : null,
      browser_native_hd_url: isLegacy ? (high ?? null) : null,
      dash_manifest_xml_string: isLegacy ? (manifest ?? null) : null,
    },
    videoDeliveryResponseFragment: {
      videoDeliveryResponseResult: {
        dash_manifests: isLegacy ? [] : manifests,
        dash_manifest_urls: [],
        progressive_urls: isLegacy ? [] : progressive,
        hls_playlist_urls: [],
      },
    },
  };
}

function colourOf({ sd, hd, dash }: FacebookVideo): string {
  const name = hd ?? sd ?? dash?.[0];
  const variant = name && FACEBOOK_CLIPS[name];
  return variant && 'picture' in variant ? variant.picture.colour : '#000000';
}

/** The expected item of a video. */
export function facebookItem(
  video: FacebookVideo,
): Extract<Expected, { items: unknown }>['items'][number] {
  const whole = [video.sd, video.hd].filter((name) => name !== undefined);
  const tracks: ExpectedTrack[] = [
    ...whole.map((name) => trackOf(FACEBOOK_CLIPS[name], ['size', 'fps', 'sound'])),
    ...(video.dash ?? []).map((name) => trackOf(FACEBOOK_CLIPS[name], ['fps'])),
  ];
  const subtitles = video.subtitles && { subtitles: ['en-US'] };
  return { kind: 'video', durationSeconds: CLIP_SECONDS, tracks, ...subtitles };
}
