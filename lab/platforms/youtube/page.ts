// The pages and scripts of the lab's YouTube: watch and embed pages, the clip page, the player's script.
import { inScript } from '../answers.ts';
import { CLIP, type Video } from './videos.ts';

const PLAYER = '0004de42';
/** The signature timestamp of the player's build, in days, which clients send back. */
const PLAYER_BUILD_DAY = 20605;

/** `ytcfg` of a page, for the client that the page runs. */
function ytcfg(clientName: string, id: number) {
  const client = {
    clientName,
    clientVersion: '2.20260708.00.00',
    hl: 'en',
    gl: 'US',
    visitorData: 'CgtsYWItdmlzaXRvcg%3D%3D',
  };
  return {
    INNERTUBE_API_KEY: 'AIzaLabLabLabLabLabLabLabLabLabLabLabLab',
    INNERTUBE_CLIENT_NAME: clientName,
    INNERTUBE_CLIENT_VERSION: client.clientVersion,
    INNERTUBE_CONTEXT: { client },
    INNERTUBE_CONTEXT_CLIENT_NAME: id,
    PLAYER_JS_URL: `/s/player/${PLAYER}/player_es6.vflset/en_US/base.js`,
    STS: PLAYER_BUILD_DAY,
    VISITOR_DATA: client.visitorData,
  };
}

/** The page of a video around the player response of the web client. */
export function watchPage(player: unknown, data: unknown): string {
  return `<!DOCTYPE html><html lang="en"><head><title>YouTube</title></head><body>
<script>ytcfg.set(${inScript(ytcfg('WEB', 1))});</script>
<script>var ytInitialPlayerResponse = ${inScript(player)};</script>
<script>var ytInitialData = ${inScript(data)};</script></body></html>`;
}

/** The page of the embedded player. */
export function embedPage(): string {
  return `<!DOCTYPE html><html><head><title>YouTube</title></head><body>
<script>ytcfg.set(${inScript(ytcfg('WEB_EMBEDDED_PLAYER', 56))});</script></body></html>`;
}

/** The data beside the player; without a video only what every page has. */
export function initialData(video: Video | undefined) {
  const owner = {
    videoOwnerRenderer: {
      title: { runs: [{ text: video?.channel ?? video?.author ?? 'Platform Lab' }] },
    },
  };
  const contents = [
    { videoPrimaryInfoRenderer: { title: { runs: [{ text: video?.title ?? '' }] } } },
    { videoSecondaryInfoRenderer: { owner } },
  ];
  const isInDescription = video?.description.includes('0:00') === true;
  const chapters = isInDescription ? [] : (video?.chapters ?? []);
  return {
    contents: { twoColumnWatchNextResults: { results: { results: { contents } } } },
    ...(chapters.length === 0 ? {} : { playerOverlays: chapterOverlay(chapters) }),
  };
}

/** The data of the clip's page: its source video, start and end. */
export function clipData() {
  const loopCommand = {
    startTimeMs: String(CLIP.startSeconds * 1000),
    endTimeMs: String(CLIP.endSeconds * 1000),
    loop: true,
  };
  const command = { commandExecutorCommand: { commands: [{ loopCommand }] } };
  const actionButton = { buttonRenderer: { command } };
  const popup = { notificationActionRenderer: { actionButton } };
  const onScrubExit = { commandExecutorCommand: { commands: [{ openPopupAction: { popup } }] } };
  const content = {
    clipSectionRenderer: { contents: [{ clipAttributionRenderer: { onScrubExit } }] },
  };
  return {
    ...initialData(undefined),
    currentVideoEndpoint: { watchEndpoint: { videoId: CLIP.video } },
    engagementPanels: [{ engagementPanelSectionListRenderer: { content } }],
  };
}

/** The script that names the current player. */
export function iframeApi(): string {
  return `var scriptUrl = 'https:\\/\\/www.youtube.com\\/s\\/player\\/${PLAYER}\\/www-widgetapi.vflset\\/www-widgetapi.js';`;
}

/** Whether this is the path of the current player's script, in any of its builds. */
export function isPlayerScript(path: string): boolean {
  return path.startsWith(`/s/player/${PLAYER}/`) && path.endsWith('/base.js');
}

/** The player's script: it has a build day and no solvable challenge. */
export function playerScript(): string {
  return `var _yt_player={};(function(g){var a={signatureTimestamp:${PLAYER_BUILD_DAY}};g.b=a;})(_yt_player);\n`;
}

function chapterOverlay(chapters: Video['chapters']) {
  const chapteredPlayerBarRenderer = {
    chapters: chapters.map(({ title, startSeconds }) => ({
      chapterRenderer: {
        title: { simpleText: title },
        timeRangeStartMillis: startSeconds * 1000,
      },
    })),
  };
  const bar = { decoratedPlayerBarRenderer: { playerBar: { chapteredPlayerBarRenderer } } };
  return { playerOverlayRenderer: { decoratedPlayerBarRenderer: bar } };
}
