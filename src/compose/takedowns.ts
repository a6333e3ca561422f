// Wires takedowns: the block list, and the services for both sides of a case.
import { createHash, randomBytes } from 'node:crypto';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import { createBlocks } from '../adapters/database/blocks.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createTakedowns } from '../adapters/database/takedowns.ts';
import { createProofOfWork } from '../adapters/secrets/proof-of-work.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import { type Signals, type Topic, topic } from '../core/async/signals.ts';
import { type BlockList, createBlockList } from '../core/blocks/block-list.ts';
import type { DownloadService } from '../core/downloading/service.ts';
import { createInspectOrigins } from '../core/inspecting/inspect-origins.ts';
import type { Engine, ShortLinks } from '../core/inspecting/ports.ts';
import type { OnceOnly } from '../core/limits/ports.ts';
import { createBlocking } from '../core/takedowns/blocking.ts';
import { createDecidingNotices } from '../core/takedowns/deciding-notices.ts';
import { createNoticeLinks } from '../core/takedowns/notice-links.ts';
import { createTakeDownTrending } from '../core/takedowns/take-down-trending.ts';
import { createTakingNotices } from '../core/takedowns/taking-notices.ts';
import { createTransparency } from '../core/takedowns/transparency.ts';
import type { TrendingFiles, TrendingVideos } from '../core/trending/ports.ts';
import type { Services } from '../http/services.ts';
import { AppError } from '../shared/errors.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';
import { EXTRA_SITE_IDS, type ExtraSiteId, type PlatformId } from '../shared/platforms/platform.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The block list has changed. */
const BLOCKS: Topic<true> = topic('block list');

type WatchedBlockList = ReturnType<typeof createBlockList>;

/** The services of this module. */
export type TakedownsModule = Pick<Services, 'takedowns'> & { readonly close: () => void };

/** Reads the block list before anything is served. */
export async function openBlockList(database: Database): Promise<WatchedBlockList> {
  const blockList = createBlockList(createBlocks(database.db));
  await blockList.reload();
  return blockList;
}

/** Opens the module, takes down what was blocked while the server was off, and reads the list again every minute. */
export async function composeTakedowns(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly signals: Signals;
  readonly secret: Uint8Array;
  readonly used: OnceOnly;
  readonly database: Database;
  readonly blockList: WatchedBlockList;
  readonly engine: Engine;
  readonly shortLinks: ShortLinks;
  readonly downloading: Pick<DownloadService, 'takeDown'>;
  readonly videos: TrendingVideos;
  readonly files: TrendingFiles;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<TakedownsModule> {
  const { config, duties, signals, blockList, downloading, warn } = needs;
  const takeDownTrending = createTakeDownTrending(needs);
  const takeDown = async () => {
    await takeDownTrending();
    await downloading.takeDown();
  };
  const refresh = refreshing(blockList, warn);
  // The other servers read the list again at once; without that message they do within a minute.
  blockList.watch(async () => {
    signals.publish(BLOCKS, true, 0);
    await takeDown();
  });
  const unsubscribe = signals.subscribe(BLOCKS, () => void refresh());
  const takedowns = createTakedownServices({
    ...needs,
    ...askSitesOn(config.EXTRA_SITES, needs),
    refresh,
    keptMs: config.TAKEDOWN_DAYS * DAY_MS,
    isAgentConfigured: Boolean(
      config.DMCA_AGENT_NAME && config.DMCA_AGENT_ADDRESS && config.DMCA_AGENT_EMAIL,
    ),
  });
  await takeDown().catch((cause: unknown) => warn('blocked videos could not be removed', cause));
  const sweep = async () => {
    await refresh();
    await takedowns.takingNotices
      .sweep()
      .catch((cause: unknown) => warn('old notices could not be removed', cause));
  };
  const endSweeping = duties.every('sweep-takedowns', MINUTE_MS, sweep);
  const close = () => {
    unsubscribe();
    void endSweeping();
  };
  return { takedowns, close };
}

type Asking = { readonly engine: Pick<Engine, 'inspect'>; readonly shortLinks: ShortLinks };

/**
 * Asks no extra site but those that are on: throws `platform_disabled` instead. Links of all are known here, since blocks outlive
 * the setting.
 */
export function askSitesOn(on: readonly ExtraSiteId[], { engine, shortLinks }: Asking): Asking {
  const off = EXTRA_SITE_IDS.filter((id) => !on.includes(id));
  const refuseOff = (platform: PlatformId) => {
    if (off.some((id) => id === platform))
      throw new AppError('platform_disabled', { params: { platform: PLATFORMS[platform].label } });
  };
  return {
    engine: {
      async inspect(link, ...how) {
        refuseOff(link.platform);
        return engine.inspect(link, ...how);
      },
    },
    shortLinks: {
      async follow(link, signal) {
        refuseOff(link.platform);
        return shortLinks.follow(link, signal);
      },
    },
  };
}

/** The services without the timer; also used by tests. */
export function createTakedownServices(needs: {
  readonly clock: Clock;
  readonly database: Pick<Database, 'db'>;
  readonly blockList: BlockList;
  readonly engine: Pick<Engine, 'inspect'>;
  readonly shortLinks: ShortLinks;
  readonly videos: Pick<TrendingVideos, 'list' | 'get'>;
  readonly refresh: () => Promise<void>;
  readonly secret: Uint8Array;
  /** Solutions of proofs of work. */
  readonly used: OnceOnly;
  readonly keptMs: number;
  readonly isAgentConfigured: boolean;
  readonly difficultyBits?: number;
}): Services['takedowns'] {
  const { clock, blockList, shortLinks, refresh, isAgentConfigured } = needs;
  const { db } = needs.database;
  const takedowns = createTakedowns(db);
  const blocks = createBlocks(db);
  const audit = createAuditLog(db);
  const newId = () => randomBytes(16).toString('hex');
  const links = createNoticeLinks(needs);
  const look = createInspectOrigins(needs);
  return {
    isAgentConfigured,
    proofOfWork: createProofOfWork(needs),
    transparency: createTransparency({ takedowns, blocks, clock }),
    takingNotices: createTakingNotices({
      takedowns,
      blocks,
      links,
      clock,
      newId,
      keptMs: needs.keptMs,
      newToken: () => randomBytes(32).toString('base64url'),
      hashOf: (token) => createHash('sha256').update(token).digest('hex'),
    }),
    decidingNotices: createDecidingNotices({
      takedowns,
      blocks,
      blockList,
      links,
      look,
      refresh,
      audit,
      clock,
      newId,
    }),
    blocking: createBlocking({ blocks, links, shortLinks, look, refresh, audit, clock, newId }),
  };
}

/** A failure to reread the list does not undo the decision: the list is read again within a minute. */
function refreshing(
  blockList: BlockList,
  warn: (message: string, cause: unknown) => void,
): () => Promise<void> {
  return () =>
    blockList
      .reload()
      .catch((cause: unknown) => warn('the block list could not be brought up to date', cause));
}
