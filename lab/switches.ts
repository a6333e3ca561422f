// Situations of a whole platform that a test switches on and off: it refuses a browser, limits or locks sessions.

import type { ErrorCode } from '../src/shared/errors.ts';
import type { LabAnswer, LabPlatform, LabRequest } from './platform.ts';
import { json, page } from './platforms/answers.ts';
import { hlsAddress } from './platforms/youtube/addresses.ts';
import { initialData, watchPage } from './platforms/youtube/page.ts';
import { refusedResponse } from './platforms/youtube/player.ts';
import { REFUSALS } from './platforms/youtube/refusals.ts';

/** Answers in a platform's place; `usual` is what it would answer. */
export type Situation = (
  request: LabRequest,
  usual: () => Promise<LabAnswer | null>,
) => Promise<LabAnswer | null> | LabAnswer | null;

/** A platform with a switch; null is off. */
export type SwitchedPlatform = LabPlatform & { readonly turn: (to: Situation | null) => void };

/** Puts a switch on a platform, which is off. */
export function withSwitch(platform: LabPlatform): SwitchedPlatform {
  let situation: Situation | null = null;
  return {
    ...platform,
    turn(to) {
      situation = to;
    },
    answer(request, media) {
      if (!situation) return platform.answer(request, media);
      return situation(request, async () => platform.answer(request, media));
    },
  };
}

/** Pages are empty for browsers whose User-Agent matches; files are not. */
export function emptyFor(userAgent: RegExp): Situation {
  return ({ url, headers }, usual) =>
    url.hostname.startsWith('www.') && userAgent.test(headers['user-agent'] ?? '')
      ? page('<!DOCTYPE html><html><head><title></title></head><body></body></html>')
      : usual();
}

/** YouTube's player asks everyone to try again later. */
export const TRY_AGAIN_LATER: Situation = (...asked) => refuse('rate_limited', ...asked);

/** YouTube's player refuses every video as the one with this code. */
function refuse(
  wanted: ErrorCode,
  { url, body }: LabRequest,
  usual: () => Promise<LabAnswer | null>,
): ReturnType<Situation> {
  const refusal = REFUSALS.find(({ code }) => code === wanted);
  if (!refusal) return usual();
  const playerOf = (id: string) => refusedResponse({ ...refusal, id }, 'WEB');
  if (url.pathname === '/watch') {
    const player = playerOf(url.searchParams.get('v') ?? '');
    return page(watchPage(player, initialData(undefined)));
  }
  if (url.pathname !== '/youtubei/v1/player') return usual();
  return json(playerOf((JSON.parse(body.toString()) as { videoId: string }).videoId));
}

/** YouTube asks these clients to prove that they are not bots. */
export function botCheckFor(clients: readonly string[]): Situation {
  return (request, usual) =>
    clients.includes(request.client) ? refuse('bot_check', request, usual) : usual();
}

/** YouTube's player takes its own clients of this name, such as `VISIONOS`, for bots. */
export function botCheckForPlayers(name: RegExp): Situation {
  return (request, usual) => {
    if (request.url.pathname !== '/youtubei/v1/player') return usual();
    const { context } = JSON.parse(request.body.toString()) as AskedPlayer;
    return name.test(context.client.clientName) ? refuse('bot_check', request, usual) : usual();
  };
}

type AskedPlayer = { readonly context: { readonly client: { readonly clientName: string } } };

/** Files of YouTube's are refused without a token in their address. */
export const NEEDS_TOKEN: Situation = ({ url }, usual) =>
  url.hostname.endsWith('.googlevideo.com') && !url.searchParams.has('pot')
    ? { status: 403, body: 'no token' }
    : usual();

/** X answers so many requests with each guest token, and says "later" to any more. */
export function limitedTokens(most: number): Situation {
  let uses = 0;
  return ({ url }, usual) => {
    if (url.pathname === '/1.1/guest/activate.json') uses = 0;
    if (!url.pathname.startsWith('/i/api/graphql/')) return usual();
    uses += 1;
    return uses > most ? { status: 429, body: 'Rate limit exceeded' } : usual();
  };
}

/** Files are refused to these clients, and to every client but the one that got the page of their video. */
export function filesBoundTo(refused: readonly string[] = []): Situation {
  const clients = new Set<string>();
  return (request, usual) => {
    const { client, url } = request;
    if (url.pathname === '/watch') clients.add(client);
    if (!url.hostname.endsWith('.googlevideo.com')) return usual();
    const isBound = !refused.includes(client) && clients.has(client);
    return isBound ? usual() : { status: 403, body: 'not for this address' };
  };
}

/** YouTube locks the formats that `isLocked` matches for the first sessions: each begins with the page of a video. */
export function lockedFor(sessions: number, isLocked: RegExp = /"itag":/g): Situation {
  const isIn = (session: number) => session <= sessions;
  return inSessions(isIn, isLocked, '"drmFamilies":["WIDEVINE"],$&');
}

/** YouTube lists a format under another number in all sessions but the first. */
export function renumberedLater(itag: number): Situation {
  return inSessions((session) => session > 1, new RegExp(`"itag":${itag},`, 'g'), '"itag":9999,');
}

function inSessions(isIn: (session: number) => boolean, pattern: RegExp, by: string): Situation {
  let begun = 0;
  return ({ url }, usual) => {
    if (url.pathname === '/watch') begun += 1;
    return isIn(begun) ? changed(usual, pattern, by) : usual();
  };
}

/** YouTube names an HLS playlist beside its files. */
export function listedToo(id: string): Situation {
  const list = `$&"hlsManifestUrl":"${hlsAddress(id)}",`;
  return (_request, usual) => changed(usual, /"streamingData":\{/g, list);
}

async function changed(usual: () => Promise<LabAnswer | null>, pattern: RegExp, by: string) {
  const answer = await usual();
  if (!answer || !('body' in answer) || typeof answer.body !== 'string') return answer;
  return { ...answer, body: answer.body.replace(pattern, by) };
}
