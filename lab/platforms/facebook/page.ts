// The pages of the lab's Facebook: Relay data with videos, or one of many refusals.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer } from '../../platform.ts';
import { page, redirect, refusal } from '../answers.ts';
import { escaped, relayPage, relayScript } from '../meta/relay.ts';
import { FACEBOOK_OWNER, type FacebookPost, facebookTitle } from './posts.ts';
import { FACEBOOK_CDN, facebookVideo } from './videos.ts';

/** The address of the login page. */
export const FACEBOOK_LOGIN = 'https://www.facebook.com/login/';

/** The login page. */
export function loginPage(): LabAnswer {
  const form =
    '<form id="login_form" action="/login/"><button id="loginbutton">Log in</button></form>';
  return page(relayPage('<title>Log in to Facebook</title>', [form]));
}

/** The page of a post for a client with these cookies. */
export async function postPage(
  post: FacebookPost,
  cookies: string,
  media: MediaLibrary,
): Promise<LabAnswer> {
  const found = post.page;
  if (found.kind === 'members' && !/\bc_user=\d/.test(cookies)) return loginPage();
  switch (found.kind) {
    case 'loginForm':
      return loginPage();
    case 'loginRedirect':
      return redirect(`${FACEBOOK_LOGIN}?next=${encodeURIComponent(post.address)}`);
    case 'mustLogIn':
      return page(
        relayPage('<title>Facebook</title>', ['<div>You must log in to continue.</div>']),
      );
    case 'interstitial':
      return page(
        relayPage('<title>Facebook</title>', [
          `<div class="_4-u2 uiInterstitialContent"><div>${found.words}</div></div>`,
        ]),
      );
    case 'status':
      return refusal(found.status);
    case 'changed':
      return page(relayPage('<title>Facebook</title>', [relayScript({ key: 'x', data: {} })]));
    case 'live':
      return videoPage(post, { video: { ...live(found.id), owner: FACEBOOK_OWNER } });
    default:
      return videoPage(post, await dataOf(found, media));
  }
}

type WithVideos = Extract<FacebookPost['page'], { videos: unknown }>;

async function dataOf({ kind, videos }: WithVideos, media: MediaLibrary): Promise<unknown> {
  const made = await Promise.all(videos.map((video) => facebookVideo(video, media)));
  const owned = made.map((video) => ({ ...video, owner: FACEBOOK_OWNER }));
  const [first] = owned;
  if (kind === 'watch')
    return { video: { id: videos[0]?.id, creation_story: { attachments: [{ media: first }] } } };
  if (kind === 'plain') return { video: first };
  if (kind === 'reel') {
    const context = { playback_video: made[0], video_owner: FACEBOOK_OWNER };
    return { video: { id: videos[0]?.id, creation_story: { short_form_video_context: context } } };
  }
  const several = { all_subattachments: { nodes: owned.map((each) => ({ media: each })) } };
  const attachment = owned.length > 1 ? several : { media: first };
  const story = { attachments: [{ styles: { attachment } }] };
  return { node: { actors: [FACEBOOK_OWNER], comet_sections: { content: { story } } } };
}

/** A running broadcast: no duration yet, viewers, a growing playlist. */
function live(id: string): object {
  const playlist = `https://${FACEBOOK_CDN}/hvideo-lab/live/${id}.m3u8`;
  return {
    __typename: 'Video',
    id,
    is_live_streaming: true,
    is_video_broadcast: true,
    broadcast_status: 'LIVE',
    liveViewerCount: 1200,
    playable_duration_in_ms: 0,
    length_in_second: 0,
    videoDeliveryLegacyFields: { browser_native_hd_url: null, browser_native_sd_url: null },
    videoDeliveryResponseFragment: {
      videoDeliveryResponseResult: {
        dash_manifests: [],
        dash_manifest_urls: [],
        progressive_urls: [],
        hls_playlist_urls: [{ hls_playlist_url: playlist }],
      },
    },
  };
}

function videoPage(post: FacebookPost, data: unknown): LabAnswer {
  const title = escaped(facebookTitle(post));
  const head =
    `<title>${title} | Facebook</title><meta property="og:title" content="${title}">` +
    `<meta property="og:description" content="One colour, one tone.">`;
  // Pages without an owner in their data still name one in a script.
  const owner = `<script>__d({ownerName:"${FACEBOOK_OWNER.name}"});</script>`;
  const key = 'adp_CometVideoHomeLOEVideoPermalinkAuthorizedRootQueryRelayPreloader_66a1b2';
  return page(relayPage(head, [owner, relayScript({ key, data })]));
}
