// The services of takedowns on a database in memory, for unit tests: what the engine and short links say is a test's to set.
import { createAuditLog } from '../../../src/adapters/database/audit-log.ts';
import { createBlocks } from '../../../src/adapters/database/blocks.ts';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { createTakedowns } from '../../../src/adapters/database/takedowns.ts';
import { createTrendingVideos } from '../../../src/adapters/database/trending-videos.ts';
import { createBlockList } from '../../../src/core/blocks/block-list.ts';
import type { Origin } from '../../../src/core/blocks/origin.ts';
import type { Blocks } from '../../../src/core/blocks/ports.ts';
import type { InspectOrigins } from '../../../src/core/inspecting/inspect-origins.ts';
import { createBlocking } from '../../../src/core/takedowns/blocking.ts';
import {
  createDecidingNotices,
  type NoticeFile,
} from '../../../src/core/takedowns/deciding-notices.ts';
import { createNoticeLinks } from '../../../src/core/takedowns/notice-links.ts';
import type { Takedowns } from '../../../src/core/takedowns/ports.ts';
import type { CounterContent, NoticeContent } from '../../../src/core/takedowns/takedown.ts';
import { createTakingNotices } from '../../../src/core/takedowns/taking-notices.ts';
import { canonicalKey } from '../../../src/shared/link.ts';
import { NO_ORIGIN } from '../media/make-item.ts';
import { createManualClock } from '../run/manual-clock.ts';

/** The origin of the site. */
export const OWN = 'https://site.example';
/** The operator. */
export const ANN = 'ann@site.example';
/** A Friday noon. */
export const NOW = Date.UTC(2026, 10, 20, 12);
/** How long closed notices are kept. */
export const KEPT_MS = 1000 * 86_400_000;
/** All that they are stored in. */
export const TABLES = [
  'takedowns',
  'takedown_steps',
  'takedown_counters',
  'blocks',
  'trending_videos',
  'audit_log',
] as const;
const NEVER = new AbortController().signal;

const NOTICE: NoticeContent = {
  kind: 'copyright',
  offence: null,
  signature: 'Ada Owner',
  work: 'A film',
  reasons: null,
  name: 'Ada Owner',
  email: 'ada@owner.example',
  address: null,
  phone: null,
};
const COUNTER: Omit<CounterContent, 'link'> = {
  signature: 'Max',
  name: 'Max',
  email: 'max@maker.example',
  address: 'Street 1',
  phone: '1',
  statement: null,
};

/** The link of a video of YouTube that is called by one letter, and its subject. */
export const videoOf = (letter: string) => `https://youtu.be/${letter.repeat(11)}`;
export const subjectOf = (letter: string) => `youtube:${letter.repeat(11)}`;

/** Opens them. */
export async function openNotices(over: { readonly takedowns?: Partial<Takedowns> } = {}) {
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  const { db } = database;
  const clock = createManualClock(NOW);
  const stored = createBlocks(db);
  const audit = createAuditLog(db);
  const videos = createTrendingVideos(db);
  const blockList = createBlockList(stored);
  const origins = new Map<string, Partial<Origin>>();
  const looked: string[] = [];
  /** What a test changes: where short links lead, how many blocks there are said to be, and the next changes that conflict. */
  const first: { followed: string; blockCount: number | null; conflicts: number } = {
    followed: 'https://www.tiktok.com/@a/video/7512345678901234501',
    blockCount: null,
    conflicts: 0,
  };
  const said = { ...first };
  const real = createTakedowns(db);
  const takedowns: Takedowns = {
    ...real,
    async change(...all) {
      if (said.conflicts === 0) return await real.change(...all);
      said.conflicts -= 1;
      return false;
    },
    ...over.takedowns,
  };
  const shortLinks = { follow: async () => said.followed };
  const look: InspectOrigins = async (links, how) => {
    looked.push(...links.map((link) => `${how} ${canonicalKey(link)}`));
    return links.map((link) => ({
      link,
      origin: { ...NO_ORIGIN, ...origins.get(canonicalKey(link)) },
    }));
  };
  const blocks: Blocks = {
    ...stored,
    count: async () => said.blockCount ?? (await stored.count()),
  };
  let made = 0;
  const newId = () => {
    made += 1;
    return `id${made}`;
  };
  const links = createNoticeLinks({ shortLinks, videos });
  const shared = { takedowns, blocks, blockList, links, look, audit, clock, newId };
  const refresh = blockList.reload;
  const taking = createTakingNotices({
    ...shared,
    keptMs: KEPT_MS,
    newToken: () => `token ${newId()}`,
    hashOf: (token) => `hash of ${token}`,
  });
  const deciding = createDecidingNotices({ ...shared, refresh });
  const blocking = createBlocking({ ...shared, shortLinks, refresh });

  /** Gives a notice about links; its id and the token of its case. */
  const give = async (texts: readonly string[]) => {
    // So that the newest is the newest.
    clock.advance(1);
    const token = await taking.submit(NOTICE, await taking.readLinks(texts, OWN));
    const id = (await takedowns.findByToken(`hash of ${token}`))?.id ?? '';
    return { id, token };
  };
  const decide = (
    id: string,
    decision: 'accept' | 'refuse' | 'restore' | 'keep',
    { version = null as number | null, blockUploader = false, reason = 'r' } = {},
  ): Promise<NoticeFile> =>
    deciding.decide(ANN, id, { decision, reason, blockUploader }, version, NEVER);
  /** Gives and accepts a notice. */
  const accept = async (texts: readonly string[], more: { blockUploader?: boolean } = {}) => {
    const given = await give(texts);
    await decide(given.id, 'accept', more);
    return given;
  };
  const object = async (link: string, token: string | null = null) => {
    clock.advance(1);
    return await taking.submitCounter({ ...COUNTER, link }, token, OWN, NEVER);
  };
  const block = (kind: 'video' | 'uploader', text: string) =>
    blocking.add(ANN, { kind, text, reason: 'Own.' }, OWN, NEVER);
  /** What is blocked, such as `video youtube:a`, in order. */
  const blocked = async () =>
    (await stored.subjects()).map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
  const log = async () => await audit.list(99, null);
  const services = { taking, deciding, blocking, links, takedowns, blocks: stored, videos };
  const calls = { give, decide, accept, object, block, blocked, log };
  /** As at first. */
  const reset = async () => {
    for (const table of TABLES) await db.deleteFrom(table).execute();
    await blockList.reload();
    origins.clear();
    looked.length = 0;
    Object.assign(said, first);
    clock.setWall(NOW);
  };
  return {
    close: database.close,
    reset,
    clock,
    blockList,
    origins,
    looked,
    said,
    ...services,
    ...calls,
  };
}

/** The opened services. */
export type Notices = Awaited<ReturnType<typeof openNotices>>;

/** The code of the error of a call, with its params; `ok` without one. */
export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code?: unknown; params?: { field?: unknown } }) =>
      error.params?.field === undefined ? error.code : `${error.code} ${error.params.field}`,
  );
