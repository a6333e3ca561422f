// Operators decide notices. Accepting one blocks its videos in the same transaction; every decision is audited.
import { AppError } from '../../shared/errors.ts';
import { canonicalKey } from '../../shared/link.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { Clock } from '../async/clock.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { Block, Blocks } from '../blocks/ports.ts';
import { uploaderKey } from '../blocks/uploader.ts';
import type { InspectOrigins } from '../inspecting/inspect-origins.ts';
import type { AuditLog } from '../operators/ports.ts';
import type { NoticeLinks } from './notice-links.ts';
import type { NoticeChange, Takedowns } from './ports.ts';
import {
  type CounterNotice,
  decisionsIn,
  type Notice,
  STATE_AFTER,
  type TakedownDecision,
  type TakedownState,
  type TakedownStep,
} from './takedown.ts';

const MAX_LISTED = 200;
/** Every server holds all entries in memory. */
export const MAX_BLOCKS = 100_000;

/** A notice with its steps and counter-notices. `blocked` are its subjects that are on the block list, for any reason. */
export type NoticeFile = {
  readonly notice: Notice;
  readonly steps: readonly TakedownStep[];
  readonly counters: readonly CounterNotice[];
  readonly blocked: ReadonlySet<string>;
};

export type Decision = {
  readonly decision: TakedownDecision;
  readonly reason: string;
  readonly blockUploader: boolean;
};

/** The service behind the operators' list of notices. */
export type DecidingNotices = {
  readonly list: (state: TakedownState | 'open' | null) => Promise<readonly Notice[]>;
  readonly countOpen: () => Promise<number>;
  /** Throws `not_found_page`. */
  readonly get: (id: string) => Promise<NoticeFile>;
  /**
   * `version` is the one that the operator saw; null is any. Throws `not_found_page`, `changed_meanwhile` for another version
   * and for a decision that its state does not allow, `server_full`, and what following a short link or, to block an
   * uploader, inspecting a link throws.
   */
  readonly decide: (
    admin: string,
    id: string,
    decision: Decision,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<NoticeFile>;
};

export type DecidingNeeds = {
  readonly takedowns: Takedowns;
  readonly blocks: Pick<Blocks, 'count'>;
  readonly blockList: Pick<BlockList, 'has'>;
  readonly links: NoticeLinks;
  readonly look: InspectOrigins;
  /** Updates the block list wherever it is used. */
  readonly refresh: () => Promise<void>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
};

/** Creates the service. */
export function createDecidingNotices(needs: DecidingNeeds): DecidingNotices {
  return {
    list: (state) => needs.takedowns.list(state, MAX_LISTED),
    countOpen: needs.takedowns.countOpen,
    get: (id) => getNotice(needs, id),
    decide: (admin, id, decision, version, signal) =>
      decide(needs, admin, id, decision, version, signal),
  };
}

async function getNotice({ takedowns, blockList }: DecidingNeeds, id: string): Promise<NoticeFile> {
  const notice = await takedowns.get(id);
  if (!notice) throw new AppError('not_found_page');
  const [steps, counters] = await Promise.all([takedowns.steps(id), takedowns.counters(id)]);
  const subjects = notice.links.flatMap(({ subject }) => subject ?? []);
  const blocked = new Set(subjects.filter((subject) => blockList.has('video', subject)));
  return { notice, steps, counters, blocked };
}

async function decide(
  needs: DecidingNeeds,
  admin: string,
  id: string,
  decision: Decision,
  version: number | null,
  signal: AbortSignal,
): Promise<NoticeFile> {
  const file = await getNotice(needs, id);
  const { notice } = file;
  const isAllowed = decisionsIn(notice.state).includes(decision.decision);
  if (!isAllowed || (version !== null && version !== notice.version))
    throw new AppError('changed_meanwhile');
  const change = await changeFor(needs, admin, file, decision, signal);
  if (!(await needs.takedowns.change(id, notice.version, change)))
    throw new AppError('changed_meanwhile');
  await needs.refresh();
  const { decision: word, reason, blockUploader } = decision;
  await needs.audit.add({
    id: needs.newId(),
    at: needs.clock.now(),
    admin,
    action: 'takedown_decided',
    subject: id,
    details: { decision: word, reason, ...(blockUploader && { blockUploader }) },
  });
  return getNotice(needs, id);
}

async function changeFor(
  needs: DecidingNeeds,
  admin: string,
  { notice, counters }: NoticeFile,
  decision: Decision,
  signal: AbortSignal,
): Promise<NoticeChange> {
  const state = STATE_AFTER[decision.decision];
  const extra =
    decision.decision === 'accept' ? await accept(needs, admin, notice, decision, signal) : {};
  const at = needs.clock.now();
  return {
    ...extra,
    state,
    waitingUntil: null,
    closedAt: at,
    step: { state, at, admin, reason: decision.reason },
    ...(state === 'restored' || state === 'kept' ? { outcome: state } : {}),
    ...(state === 'restored' && { unblock: restoredOf(notice, counters) }),
  };
}

/** The notice's links with their subjects, and the blocks that an acceptance makes. */
async function accept(
  needs: DecidingNeeds,
  admin: string,
  notice: Notice,
  { reason, blockUploader }: Decision,
  signal: AbortSignal,
): Promise<Pick<NoticeChange, 'links' | 'blocks'>> {
  const links = [];
  for (const link of notice.links) links.push(await needs.links.settle(link, signal));
  const make: MakeBlock = (kind, subject, parentId = null) => ({
    id: needs.newId(),
    kind,
    subject,
    parentId,
    reason,
    noticeId: notice.id,
    admin,
    createdAt: needs.clock.now(),
  });
  const subjects = [...new Set(links.map(({ subject }) => subject))];
  const videos = subjects.map((subject) => make('video', subject));
  const origins = await needs.look(linksOf(links), blockUploader ? 'needed' : 'useful', signal);
  const uploaders = blockUploader ? uploadersOf(origins, make) : [];
  if (blockUploader && uploaders.length === 0)
    throw new AppError('invalid_request', { params: { field: 'blockUploader' } });
  const blocks = [...videos, ...aliasesOf(origins, videos, make), ...uploaders];
  if ((await needs.blocks.count()) + blocks.length > MAX_BLOCKS)
    throw new AppError('server_full', { params: { retryAfterSeconds: 3600 } });
  return { links, blocks };
}

type MakeBlock = (kind: Block['kind'], subject: string, parentId?: string | null) => Block;
type Origins = Awaited<ReturnType<InspectOrigins>>;

/** The other ids under which the platforms serve the blocked media. */
function aliasesOf(origins: Origins, videos: readonly Block[], make: MakeBlock): readonly Block[] {
  const named = new Set(videos.map(({ subject }) => subject));
  const aliases = new Map<string, Block>();
  for (const { link, origin } of origins) {
    const parent = videos.find(({ subject }) => subject === canonicalKey(link));
    for (const id of link.kind === 'clip' ? [] : origin.mediaIds) {
      const key = canonicalKey({ platform: link.platform, id });
      if (parent && !named.has(key)) aliases.set(key, make('alias', key, parent.id));
    }
  }
  return [...aliases.values()];
}

function uploadersOf(origins: Origins, make: MakeBlock): readonly Block[] {
  const uploaders = new Map<string, Block>();
  for (const { link, origin } of origins) {
    const [id] = origin.uploaderIds;
    if (id === undefined) continue;
    const key = uploaderKey({ platform: link.platform, id });
    uploaders.set(key, make('uploader', key));
  }
  return [...uploaders.values()];
}

/** The links that the engine can inspect. */
function linksOf(links: Notice['links']): readonly Link[] {
  return links.flatMap(({ address }) => {
    const reading = readAnyLink(address);
    return reading.kind === 'link' ? [reading.link] : [];
  });
}

/** The subjects with an open counter-notice; everything when there is none, or when they are all that is left. */
function restoredOf(
  { links }: Notice,
  counters: readonly CounterNotice[],
): readonly string[] | 'all' {
  const contested = counters.flatMap(({ outcome, subject }) => (outcome === null ? subject : []));
  const isAll = links.every(({ subject }) => subject === null || contested.includes(subject));
  return contested.length === 0 || isAll ? 'all' : contested;
}
