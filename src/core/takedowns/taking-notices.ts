// The public side of takedowns: notices, counter-notices, and the state of a case for either party.
import { AppError } from '../../shared/errors.ts';
import { MAX_NOTICE_LINKS } from '../../shared/takedown.ts';
import type { Clock } from '../async/clock.ts';
import type { Blocks } from '../blocks/ports.ts';
import { SHARED_RESOURCES } from '../limits/network-bounds.ts';
import type { NoticeLinks } from './notice-links.ts';
import type { Takedowns } from './ports.ts';
import {
  afterBusinessDays,
  type CounterContent,
  isInForce,
  type Notice,
  type NoticeContent,
  type NoticeLink,
  type TakedownStep,
  WAITING_BUSINESS_DAYS,
} from './takedown.ts';

const RETRY_AFTER_SECONDS = 3600;
/** Attempts to write a change that conflicts with another one. */
const MAX_ATTEMPTS = 4;

/** The state of a case, without data of the other party. */
export type CaseView = {
  readonly notice: Notice;
  readonly steps: readonly TakedownStep[];
  readonly mayCounter: boolean;
};

/** The service behind the forms. A token has 256 bits and is stored as a hash. */
export type TakingNotices = {
  /** Throws `invalid_request` with the index of a link that cannot be named in a notice. */
  readonly readLinks: (
    texts: readonly string[],
    ownAddress: string,
  ) => Promise<readonly NoticeLink[]>;
  /** Stores a notice and returns the token of its case. Throws `server_full`. */
  readonly submit: (content: NoticeContent, links: readonly NoticeLink[]) => Promise<string>;
  /**
   * Stores a counter-notice about a link that a notice took down: that of `token`, or the oldest without an open
   * counter-notice. Returns the token for its sender. Throws `not_found_page` where there is none, and what a short link throws.
   */
  readonly submitCounter: (
    content: CounterContent,
    token: string | null,
    ownAddress: string,
    signal: AbortSignal,
  ) => Promise<string>;
  /** Throws `not_found_page`. */
  readonly caseOf: (token: string) => Promise<CaseView>;
  /** Removes closed notices after `keptMs` milliseconds. */
  readonly sweep: () => Promise<void>;
};

export type TakingNeeds = {
  readonly takedowns: Takedowns;
  readonly blocks: Pick<Blocks, 'findVideo'>;
  readonly links: NoticeLinks;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly newToken: () => string;
  readonly hashOf: (token: string) => string;
  /** How long closed notices are kept. */
  readonly keptMs: number;
};

/** Creates the service. */
export function createTakingNotices(needs: TakingNeeds): TakingNotices {
  return {
    readLinks: (texts, ownAddress) => readLinks(needs, texts, ownAddress),
    submit: (content, links) => submitNotice(needs, content, links),
    submitCounter: (content, token, ownAddress, signal) =>
      submitCounter(needs, content, token, ownAddress, signal),
    caseOf: (token) => caseOf(needs, token),
    async sweep() {
      await needs.takedowns.forgetClosed(needs.clock.now() - needs.keptMs);
    },
  };
}

async function readLinks(
  needs: TakingNeeds,
  texts: readonly string[],
  ownAddress: string,
): Promise<readonly NoticeLink[]> {
  const links = new Map<string, NoticeLink>();
  const read = await needs.links.read(texts.slice(0, MAX_NOTICE_LINKS), ownAddress);
  for (const [index, link] of read.entries()) {
    if (!link) throw new AppError('invalid_request', { params: { field: 'links', index } });
    links.set(link.address, link);
  }
  return [...links.values()];
}

async function submitNotice(
  { takedowns, newToken, newId, clock, hashOf }: TakingNeeds,
  content: NoticeContent,
  links: readonly NoticeLink[],
): Promise<string> {
  if ((await takedowns.countOpen()) >= SHARED_RESOURCES.notices.total)
    throw new AppError('server_full', { params: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
  const token = newToken();
  const notice: Notice = {
    ...content,
    id: newId(),
    state: 'received',
    links,
    receivedAt: clock.now(),
    waitingUntil: null,
    closedAt: null,
    version: 1,
  };
  await takedowns.add(notice, hashOf(token));
  return token;
}

async function submitCounter(
  needs: TakingNeeds,
  content: CounterContent,
  caseToken: string | null,
  ownAddress: string,
  signal: AbortSignal,
): Promise<string> {
  const only = caseToken === null ? null : await findByToken(needs, caseToken);
  const [read] = await needs.links.read([content.link], ownAddress);
  if (!read) throw new AppError('invalid_request', { params: { field: 'link' } });
  const { address, subject } = await needs.links.settle(read, signal);
  const token = needs.newToken();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const against = await noticeAgainst(needs, subject, only);
    if (await storeCounter(needs, { ...content, link: address }, against, token)) return token;
  }
  throw new AppError('server_busy', { params: { retryAfterSeconds: 10 } });
}

async function caseOf(needs: TakingNeeds, token: string): Promise<CaseView> {
  const notice = await findByToken(needs, token);
  const steps = await needs.takedowns.steps(notice.id);
  return { notice, steps, mayCounter: (await contestable(needs, notice)).length > 0 };
}

async function findByToken({ takedowns, hashOf }: TakingNeeds, token: string): Promise<Notice> {
  const notice = await takedowns.findByToken(hashOf(token));
  if (!notice) throw new AppError('not_found_page');
  return notice;
}

/** The subjects that a notice blocks and that have no open counter-notice. */
async function contestable(
  { takedowns, blocks }: TakingNeeds,
  notice: Notice,
): Promise<readonly string[]> {
  if (!isInForce(notice.state)) return [];
  const waiting = (await takedowns.counters(notice.id)).filter((each) => each.outcome === null);
  const free = new Set(notice.links.flatMap(({ subject }) => subject ?? []));
  for (const { subject } of waiting) free.delete(subject);
  const found: string[] = [];
  for (const subject of free) {
    const entries = await blocks.findVideo(subject);
    if (entries.some(({ noticeId }) => noticeId === notice.id)) found.push(subject);
  }
  return found;
}

/** The notice that took a subject down, and the subject as that notice names it. */
async function noticeAgainst(needs: TakingNeeds, subject: string, only: Notice | null) {
  for (const entry of await needs.blocks.findVideo(subject)) {
    if (entry.noticeId === null || (only && only.id !== entry.noticeId)) continue;
    const notice = await needs.takedowns.get(entry.noticeId);
    if (notice && (await contestable(needs, notice)).includes(entry.subject))
      return { notice, subject: entry.subject };
  }
  throw new AppError('not_found_page');
}

/** Stores a counter-notice; false when the notice has changed since it was read. */
function storeCounter(
  { takedowns, clock, newId, hashOf }: TakingNeeds,
  content: CounterContent,
  { notice, subject }: { readonly notice: Notice; readonly subject: string },
  token: string,
): Promise<boolean> {
  const at = clock.now();
  const until = afterBusinessDays(at, WAITING_BUSINESS_DAYS);
  const counter = {
    ...content,
    id: newId(),
    noticeId: notice.id,
    subject,
    receivedAt: at,
    outcome: null,
  };
  return takedowns.change(notice.id, notice.version, {
    state: 'counter_notice',
    closedAt: null,
    waitingUntil: Math.max(until, notice.waitingUntil ?? 0),
    step: { state: 'counter_notice', at, admin: null, reason: null },
    counter: { notice: counter, tokenHash: hashOf(token) },
  });
}
