// The lab's Threads: rendered pages for navigations, shells for other requests, other people's posts in place of a missing one.
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { page, redirect, refusal } from '../answers.ts';
import { answerMedia } from '../meta/cdn.ts';
import { dataScript, relayPage, relayScript } from '../meta/relay.ts';
import { threadsDownloads } from './downloads.ts';
import { threadsAnswers } from './media.ts';
import {
  THREADS_CDN,
  THREADS_CLIPS,
  THREADS_OWNER,
  THREADS_POSTS,
  type ThreadsPost,
  threadsLink,
} from './posts.ts';

const ROOT = 'https://www.threads.com';
const OTHER_SITES = ['threads.com', 'threads.net', 'www.threads.net'];
const FIRST = 'DLuprightL1';

/** The platform's hosts, links and answers. */
export const threads: LabPlatform = createThreads();

function createThreads(): LabPlatform {
  // Codes whose next page is the real one: their previous one was a shell.
  const warm = new Set<string>();
  const isShellNow = (post: ThreadsPost) => {
    if (post.page !== 'shellFirst') return post.page === 'shell';
    if (warm.delete(post.code)) return false;
    warm.add(post.code);
    return true;
  };
  return {
    id: 'threads',
    hosts: ['www.threads.com', ...OTHER_SITES, THREADS_CDN],
    links: [
      ...THREADS_POSTS.map((post): LabLink => {
        const downloads = threadsDownloads(post);
        return { ...threadsLink(post), ...(downloads && { downloads }) };
      }),
      sameAs('short form', `${ROOT}/t/${FIRST}`),
      sameAs('old domain', `https://www.threads.net/@${THREADS_OWNER.username}/post/${FIRST}`),
      sameAs('share link', `${ROOT}/share/BAlabShare/`),
    ],
    answer: (request, media) => {
      const { url } = request;
      if (url.hostname === THREADS_CDN) return answerMedia(request, THREADS_CLIPS, media);
      if (url.hostname !== 'www.threads.com')
        return redirect(`${ROOT}${url.pathname}${url.search}`, 301);
      return answerSite(request, isShellNow);
    },
  };
}

function sameAs(name: string, url: string): LabLink {
  const post = THREADS_POSTS.find(({ code }) => code === FIRST);
  if (post === undefined) throw new TypeError(`There is no post ${FIRST}.`);
  return { name, url, expect: threadsLink(post).expect };
}

function answerSite(
  request: LabRequest,
  isShellNow: (post: ThreadsPost) => boolean,
): LabAnswer | null {
  const path = request.url.pathname.replace(/\/$/, '');
  if (path === '/share/BAlabShare') return redirect(`${ROOT}/@lab.painter/post/${FIRST}?xmt=lab`);
  if (path === '/login') return shell();
  // The short form is sent as a shell that fills itself by script.
  if (/^\/t\/[\w-]+$/.test(path)) return shell();
  const [, user, code] = /^\/@([\w.]+)\/post\/([\w-]+)$/.exec(path) ?? [];
  const post = THREADS_POSTS.find((one) => one.code === code);
  if (post === undefined) return null;
  if (user === 'i') return redirect(`${ROOT}/@${THREADS_OWNER.username}/post/${post.code}`);
  if (post.page === 'login') return redirect(`${ROOT}/login?next=${encodeURIComponent(path)}`);
  if (post.page === 429) return refusal(429);
  if (!isNavigation(request) || isShellNow(post)) return shell();
  const scripts = threadsAnswers(post).map(relayScript);
  return page(relayPage('<title>Threads</title>', [settings(), ...scripts]));
}

function isNavigation({ headers }: LabRequest): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-site'] === 'none' &&
    (headers.accept ?? '').startsWith('text/html') &&
    (headers['user-agent'] ?? '').startsWith('Mozilla/5.0')
  );
}

function shell(): LabAnswer {
  // Not empty: it describes the visitor, and fetches the post by script.
  const key = 'adp_BarcelonaViewerQueryRelayPreloader_66a1b2c3d4e5f678901234567';
  const visitor = relayScript({ key, data: { viewer: null } });
  return page(relayPage('<title>Threads</title>', [settings(), visitor]));
}

const settings = () => dataScript({ define: [['LSD', [], { token: 'lab' }, 323]], require: [] });
