// The visitors' side of takedowns: notices come in, whoever objects is heard, and each side sees how its case stands.
import { AppError } from '../../shared/errors.ts';
import { MAX_NOTICE_LINKS } from '../../shared/takedown.ts';
import type { Clock } from '../async/clock.ts';
import type { Blocks } from '../blocks/ports.ts';
import { SHARED_RESOURCES } from '../limits/shared-resources.ts';
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
/** How often a change is tried again that somebody else's came before. */
const MAX_ATTEMPTS = 4;

/** How a case stands, without a word about who the other side is. */
export type CaseView = {
  readonly notice: Notice;
  readonly steps: readonly TakedownStep[];
  readonly mayCounter: boolean;
};

/** The service behind the forms. A token has 256 bits and is kept as a hash. */
export type TakingNotices = {
  /** Throws `invalid_request` with the index of a link that is none of ours. */
  readonly readLinks: (
    texts: readonly string[],
    ownOrigin: string,
  ) => Promise<readonly NoticeLink[]>;
  /** Keeps a notice; the token of its case. Throws `server_full`. */
  readonly give: (content: NoticeContent, links: readonly NoticeLink[]) => Promise<string>;
  /**
   * Keeps a counter-notice about a link that a notice took down: that of `token`, or the oldest that nobody objects to
   * yet. The token for whoever objects. Throws `not_found_page` where there is none, and what a short link throws.
   */
  readonly object: (
    content: CounterContent,
    token: string | null,
    ownOrigin: string,
    signal: AbortSignal,
  ) => Promise<string>;
  /** Throws `not_found_page`. */
  readonly caseOf: (token: string) => Promise<CaseView>;
  /** Forgets closed notices after `keptMs`. */
  readonly sweep: () => Promise<void>;
};

/** Makes the service. */
export function createTakingNotices(needs: {
  readonly takedowns: Takedowns;
  readonly blocks: Pick<Blocks, 'findVideo'>;
  readonly links: NoticeLinks;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly newToken: () => string;
  readonly hashOf: (token: string) => string;
  readonly keptMs: number;
}): TakingNotices {
  const { takedowns, blocks, clock, newId, newToken, hashOf } = needs;

  const findByToken = async (token: string): Promise<Notice> => {
    const notice = await takedowns.findByToken(hashOf(token));
    if (!notice) throw new AppError('not_found_page');
    return notice;
  };

  /** What of a notice is blocked by it, and nobody objects to yet. */
  const contestable = async (notice: Notice): Promise<readonly string[]> => {
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
  };

  /** The notice that took this down, and the id under which it names it. */
  const noticeAgainst = async (subject: string, only: Notice | null) => {
    for (const entry of await blocks.findVideo(subject)) {
      if (entry.noticeId === null || (only && only.id !== entry.noticeId)) continue;
      const notice = await takedowns.get(entry.noticeId);
      if (notice && (await contestable(notice)).includes(entry.subject))
        return { notice, subject: entry.subject };
    }
    throw new AppError('not_found_page');
  };

  const objectOnce = async (
    content: CounterContent,
    against: { readonly notice: Notice; readonly subject: string },
    token: string,
  ): Promise<boolean> => {
    const { notice, subject } = against;
    const at = clock.now();
    const until = afterBusinessDays(at, WAITING_BUSINESS_DAYS);
    return takedowns.change(notice.id, notice.version, {
      state: 'counter_notice',
      closedAt: null,
      waitingUntil: Math.max(until, notice.waitingUntil ?? 0),
      step: { state: 'counter_notice', at, admin: null, reason: null },
      counter: {
        notice: {
          ...content,
          id: newId(),
          noticeId: notice.id,
          subject,
          receivedAt: at,
          outcome: null,
        },
        tokenHash: hashOf(token),
      },
    });
  };

  return {
    async readLinks(texts, ownOrigin) {
      const links = new Map<string, NoticeLink>();
      const read = await needs.links.read(texts.slice(0, MAX_NOTICE_LINKS), ownOrigin);
      for (const [index, link] of read.entries()) {
        if (!link) throw new AppError('invalid_request', { params: { field: 'links', index } });
        links.set(link.address, link);
      }
      return [...links.values()];
    },
    async give(content, links) {
      if ((await takedowns.countOpen()) >= SHARED_RESOURCES.notices.total)
        throw new AppError('server_full', { params: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
      const token = newToken();
      const state = 'received';
      const times = { receivedAt: clock.now(), waitingUntil: null, closedAt: null };
      await takedowns.add(
        { ...content, id: newId(), state, links, ...times, version: 1 },
        hashOf(token),
      );
      return token;
    },
    async object(content, caseToken, ownOrigin, signal) {
      const only = caseToken === null ? null : await findByToken(caseToken);
      const [read] = await needs.links.read([content.link], ownOrigin);
      if (!read) throw new AppError('invalid_request', { params: { field: 'link' } });
      const { address, subject } = await needs.links.settle(read, signal);
      const token = newToken();
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const against = await noticeAgainst(subject, only);
        if (await objectOnce({ ...content, link: address }, against, token)) return token;
      }
      throw new AppError('server_busy', { params: { retryAfterSeconds: 10 } });
    },
    async caseOf(token) {
      const notice = await findByToken(token);
      const steps = await takedowns.steps(notice.id);
      return { notice, steps, mayCounter: (await contestable(notice)).length > 0 };
    },
    async sweep() {
      await takedowns.forgetClosed(clock.now() - needs.keptMs);
    },
  };
}
