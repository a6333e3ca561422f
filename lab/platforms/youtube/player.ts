// The responses of the lab's YouTube player API: playable videos, refusals, and the addresses of the media.
import type { MediaLibrary } from '../../media/media.ts';
import { dashAddress, fileAddress, hlsAddress, pictureAddress } from './addresses.ts';
import type { Format } from './itags.ts';
import type { Refusal } from './refusals.ts';
import type { Video } from './videos.ts';

const TRANSLATIONS = { en: 'English', es: 'Spanish', de: 'German' };
const CHANNEL = 'UCLab0123456789abcdefghi';

/** The player response of a video for a client, by the client's own name (`WEB`, `VISIONOS`, `TVHTML5` …). */
export async function playerResponse(video: Video, client: string, media: MediaLibrary) {
  return {
    responseContext: { visitorData: 'CgtsYWItdmlzaXRvcg%3D%3D' },
    playabilityStatus: { status: 'OK', playableInEmbed: true },
    videoDetails: {
      videoId: video.id,
      title: video.title,
      lengthSeconds: video.offer === 'live' ? '0' : String(video.seconds),
      channelId: CHANNEL,
      author: video.channel ?? video.author,
      shortDescription: video.description,
      keywords: ['lab'],
      viewCount: '1204',
      isPrivate: false,
      thumbnail: thumbnails(video.id),
      isLiveContent: video.wasLive || video.offer === 'live' || video.offer === 'postLive',
      ...(video.offer === 'live' ? { isLive: true, isLiveDvrEnabled: true } : {}),
      ...(video.offer === 'postLive' ? { isPostLiveDvr: true } : {}),
    },
    streamingData: await streamingData(video, client, media),
    ...(video.captions.length === 0 ? {} : { captions: captions(video, client) }),
    ...(video.hasStoryboard ? { storyboards: storyboards(video.id) } : {}),
    ...(client === 'WEB' ? { microformat: microformat(video) } : {}),
  };
}

/** The player response of a video that cannot be played. */
export function refusedResponse({ id, answer, countries }: Refusal, client: string) {
  if (answer.kind === 'otherVideo') {
    return {
      playabilityStatus: { status: 'OK' },
      videoDetails: { videoId: 'labOther999', title: 'Something else', lengthSeconds: '10' },
      streamingData: { expiresInSeconds: '21540', formats: [], adaptiveFormats: [] },
    };
  }
  if (answer.kind !== 'words') throw new TypeError('There is no player response for this video.');
  const { status, reason, subreason, isAgeGate, hasCaptcha } = answer.playability;
  const isGone = status === 'ERROR';
  return {
    playabilityStatus: {
      status,
      reason,
      errorScreen: {
        ...(subreason === undefined
          ? {}
          : {
              playerErrorMessageRenderer: {
                reason: { simpleText: reason },
                subreason: { runs: [{ text: subreason }] },
              },
            }),
        ...(hasCaptcha === true ? { playerCaptchaViewModel: { captchaKind: 'lab' } } : {}),
      },
      ...(isAgeGate === true ? { desktopLegacyAgeGateReason: 1 } : {}),
    },
    ...(isGone
      ? {}
      : {
          videoDetails: {
            videoId: id,
            title: 'Not to be seen',
            lengthSeconds: '0',
            author: 'Platform Lab',
            ...(answer.isUpcoming === true ? { isUpcoming: true, isLiveContent: true } : {}),
          },
        }),
    ...(client === 'WEB' && countries !== undefined
      ? { microformat: { playerMicroformatRenderer: { availableCountries: countries } } }
      : {}),
  };
}

async function streamingData(video: Video, client: string, media: MediaLibrary) {
  const always = { expiresInSeconds: '21540' };
  if (video.offer === 'live') return { ...always, hlsManifestUrl: hlsAddress(video.id) };
  if (client !== 'WEB' && video.offer === 'hls') {
    return { ...always, hlsManifestUrl: hlsAddress(video.id) };
  }
  if (client !== 'WEB' && video.offer === 'dash') {
    return { ...always, dashManifestUrl: dashAddress(video.id) };
  }
  // The page itself has no addresses any more, only one for the player's own protocol.
  const hasAddresses = client !== 'WEB' && video.offer !== 'sabr';
  const described = await Promise.all(
    video.formats.map((format) => describe(video, format, hasAddresses, media)),
  );
  const isCombined = ({ itag }: { readonly itag: number }) => itag === 18;
  return {
    ...always,
    formats: described.filter(isCombined),
    adaptiveFormats: described.filter((format) => !isCombined(format)),
    ...(hasAddresses
      ? {}
      : {
          serverAbrStreamingUrl: `https://rr1---sn-lab.googlevideo.com/videoplayback?id=o-${video.id}&sabr=1`,
        }),
    ...(video.offer === 'drm'
      ? {
          licenseInfos: [
            { drmFamily: 'WIDEVINE', url: 'https://www.youtube.com/api/drm/widevine' },
          ],
        }
      : {}),
  };
}

/** Lengths and bit rates of the true file. */
async function describe(video: Video, format: Format, hasAddress: boolean, media: MediaLibrary) {
  const { itag, variant, served, voice, caveat, mimeType, audioQuality } = format;
  const { bytes } = await media.file(served ?? variant);
  const { picture, sound } = variant;
  const side = picture === undefined ? 0 : Math.min(picture.width, picture.height);
  const bitrate = Math.round((bytes * 8) / video.seconds);
  const label = `${side}p${picture?.fps === 60 ? '60' : ''}${picture?.hdr === true ? ' HDR' : ''}`;
  return {
    itag,
    mimeType,
    bitrate,
    averageBitrate: bitrate,
    contentLength: String(bytes),
    approxDurationMs: String((caveat === 'damaged' && served ? served : video).seconds * 1000),
    lastModified: '1780300800000000',
    projectionType: 'RECTANGULAR',
    quality: picture === undefined ? 'tiny' : qualityOf(side),
    ...(hasAddress ? { url: fileAddress(video, format, bytes) } : {}),
    ...(picture === undefined
      ? {}
      : { width: picture.width, height: picture.height, fps: picture.fps, qualityLabel: label }),
    ...(sound === undefined ? {} : { audioQuality, audioSampleRate: '48000', audioChannels: 2 }),
    ...(voice === null
      ? {}
      : {
          audioTrack: {
            id: voice.id,
            displayName: voice.label,
            audioIsDefault: voice.isDefault,
            ...(voice.mark === 'dubbed-auto' ? { isAutoDubbed: true } : {}),
          },
        }),
    ...(caveat === 'drc' ? { isDrc: true } : {}),
    ...(video.offer === 'drm' ? { drmFamilies: ['WIDEVINE'] } : {}),
    ...(video.offer === 'postLive' ? { targetDurationSec: 5 } : {}),
  };
}

function qualityOf(side: number): string {
  if (side <= 240) return side <= 144 ? 'tiny' : 'small';
  if (side <= 480) return side <= 360 ? 'medium' : 'large';
  return `hd${side}`;
}

function captions(video: Video, client: string) {
  const captionTracks = video.captions.map(({ language, name, automatic, how }) => {
    const query = new URLSearchParams({
      v: video.id,
      caps: automatic ? 'asr' : '',
      lang: language,
    });
    if (automatic) query.set('kind', 'asr');
    if (how) query.set('lab', how);
    return {
      baseUrl: `https://www.youtube.com/api/timedtext?${query}`,
      name: { simpleText: name },
      vssId: `${automatic ? 'a' : ''}.${language}`,
      languageCode: language,
      isTranslatable: true,
      ...(automatic ? { kind: 'asr' } : {}),
    };
  });
  const translationLanguages = Object.entries(TRANSLATIONS).map(([languageCode, name]) => ({
    languageCode,
    languageName: { simpleText: name },
  }));
  return {
    playerCaptionsTracklistRenderer: {
      captionTracks,
      ...(client === 'WEB' ? { translationLanguages } : {}),
    },
  };
}

function thumbnails(id: string) {
  const sizes = [
    ['default', 120, 90],
    ['hqdefault', 480, 360],
    ['maxresdefault', 1280, 720],
  ] as const;
  return {
    thumbnails: sizes.map(([name, width, height]) => ({
      url: pictureAddress(id, name),
      width,
      height,
    })),
  };
}

function storyboards(id: string) {
  const levels = ['48#27#100#10#10#0#default#rs$lab', '80#45#10#5#5#1000#M$M#rs$lab'];
  const spec = [`https://i.ytimg.com/sb/${id}/storyboard3_L$L/$N.jpg?sqp=lab`, ...levels].join('|');
  return { playerStoryboardSpecRenderer: { spec } };
}

function microformat(video: Video) {
  return {
    playerMicroformatRenderer: {
      title: { simpleText: video.title },
      description: { simpleText: video.description },
      lengthSeconds: String(video.seconds),
      ownerProfileUrl: 'http://www.youtube.com/@platformlab',
      externalChannelId: CHANNEL,
      isFamilySafe: true,
      isUnlisted: false,
      category: 'Education',
      publishDate: '2026-06-01T08:00:00-07:00',
      uploadDate: '2026-06-01T08:00:00-07:00',
      ...(video.upright ? { isShortsEligible: true } : {}),
      ...(video.offer === 'live' || video.offer === 'postLive' || video.wasLive
        ? {
            liveBroadcastDetails: {
              isLiveNow: video.offer === 'live',
              startTimestamp: '2026-06-01T15:00:00+00:00',
              ...(video.offer === 'live' ? {} : { endTimestamp: '2026-06-01T15:00:10+00:00' }),
            },
          }
        : {}),
    },
  };
}
