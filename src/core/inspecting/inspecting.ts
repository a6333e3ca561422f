// From whatever a visitor pasted to a known video: reads the link, resolves it, asks the engine once for everybody.
import { AppError, codeOf, type ErrorCode } from '../../shared/errors.ts';
import { INSPECTION_TTL_MS } from '../../shared/limits.ts';
import { readLink } from '../../shared/link.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Link, PlatformId, ShortLink } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { createExpiringMap } from '../async/expiring-map.ts';
import { type Callers, createSingleFlight } from '../async/single-flight.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { Asker, FairTurns } from '../limits/fair-turns.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import type { PlatformSwitches } from '../settings/platform-switches.ts';
import { ABOUT_THE_ITEM, type Breaker, breakerKey } from './breaker.ts';
import type { Inspected } from './inspection.ts';
import type { Engine, ShortLinks } from './ports.ts';

const MAX_KEPT = 300;
/** Bound of all that is kept, in characters: a post may bring thousands of fragments. */
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024;
/** What a track, and anything else that is listed, comes to in an answer that is kept beside its inspection. */
const TRACK_CHARACTERS = 400;
const ROW_CHARACTERS = 200;
const HOUR_MS = 3_600_000;
/** How long an answer about the item itself is given again without asking. */
const FAILURE_TTL_MS = 10_000;

/** This server's own no, which says nothing about the platform. */
const REFUSED_HERE: ReadonlySet<ErrorCode> = new Set(['platform_paused', 'too_many_requests']);

/** What the service needs from the world; `warn` logs internal failures. */
export type InspectingNeeds = {
  readonly engine: Engine;
  readonly shortLinks: ShortLinks;
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  /** Places at the engine, shared fairly between networks. */
  readonly turns: Pick<FairTurns, 'run'>;
  readonly breaker: Pick<Breaker, 'guard'>;
  readonly switches: Pick<PlatformSwitches, 'of'>;
  readonly blockList: Pick<BlockList, 'refuseLink' | 'refuseOrigin'>;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The service behind `detect-platform`, `inspect` and every later download. */
export type Inspecting = {
  /** The link in a text, with short links resolved. Throws AppError with the reason why not. */
  readonly resolve: (text: string, signal: AbortSignal) => Promise<Link>;
  /**
   * What the link is. Kept for five minutes or until the first source expires. Places at the engine are shared between
   * the networks of those who ask. Throws AppError.
   */
  readonly inspect: (link: Link, asker: Asker, signal: AbortSignal) => Promise<Inspected>;
  /** Whether `inspect` would answer without asking the engine. */
  readonly isKnown: (link: Link) => boolean;
  /** A fresh look at a link whose kept sources are no longer good; whoever asks next gets it too. Throws AppError. */
  readonly inspectAgain: (link: Link, signal: AbortSignal) => Promise<Inspected>;
  /** A kept inspection by its id, or null when it is gone. Throws `taken_down`. */
  readonly find: (id: string) => Inspected | null;
};

/** Makes the service. It keeps at most 300 inspections and as many resolved short links, the oldest leaving first. */
export function createInspecting(needs: InspectingNeeds): Inspecting {
  const { engine, shortLinks, clock, blockList } = needs;
  const bounds = { clock, maxEntries: MAX_KEPT };
  const kept = createExpiringMap<Inspected>({
    ...bounds,
    maxWeight: MAX_KEPT_CHARACTERS,
    weigh: weightOf,
  });
  const keysById = createExpiringMap<string>(bounds);
  const resolved = createExpiringMap<Link>(bounds);
  const failed = createExpiringMap<AppError>(bounds);
  const inspectOnce = createSingleFlight<Inspected, Asker>();
  const resolveOnce = createSingleFlight<Link>();

  const refuseDisabled = (platform: PlatformId) => {
    const { off, reason } = needs.switches.of(platform);
    if (!off) return;
    const { label } = PLATFORMS[platform];
    throw new AppError('platform_disabled', {
      params: { platform: label, ...(reason !== null && { reason }) },
    });
  };

  const follow = async (short: ShortLink, signal: AbortSignal): Promise<Link> => {
    const reading = readLink(await shortLinks.follow(short, signal));
    if (reading.kind !== 'link' || reading.link.platform !== short.platform) {
      throw new AppError('unsupported_url', {
        params: { platform: PLATFORMS[short.platform].label },
      });
    }
    resolved.put(short.address, reading.link, clock.now() + INSPECTION_TTL_MS);
    return reading.link;
  };

  const read = async (text: string, signal: AbortSignal): Promise<Link> => {
    const reading = readLink(text);
    if (reading.kind === 'refused') {
      const params = reading.platform ? { platform: PLATFORMS[reading.platform].label } : {};
      throw new AppError(reading.code, { params, detail: reading.reason });
    }
    if (reading.kind === 'link') {
      refuseDisabled(reading.link.platform);
      return reading.link;
    }
    refuseDisabled(reading.short.platform);
    const { short } = reading;
    return (
      resolved.get(short.address) ??
      resolveOnce(short.address, signal, (inner) => follow(short, inner), undefined)
    );
  };

  const resolve = async (text: string, signal: AbortSignal): Promise<Link> => {
    const link = await read(text, signal);
    blockList.refuseLink(link);
    return link;
  };

  const record = (
    platform: PlatformId,
    code: ReturnType<typeof codeOf> | 'ok',
    startedAt: number,
  ) => {
    const durationMs = Math.round(clock.monotonic() - startedAt);
    const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    needs.outcomes
      .record({ platform, step: 'inspect', code, durationMs, bytes: 0, hour })
      .catch((cause: unknown) => needs.warn('an outcome could not be recorded', cause));
  };

  const ask = async (
    link: Link,
    callers: Callers<Asker>,
    signal: AbortSignal,
  ): Promise<Inspected> => {
    const startedAt = clock.monotonic();
    try {
      const inspected = await needs.breaker.guard(breakerKey(link.platform, engine.egress), () =>
        needs.turns.run(callers, signal, () => engine.inspect(link, signal)),
      );
      record(link.platform, 'ok', startedAt);
      return inspected;
    } catch (error) {
      if (signal.aborted) throw error;
      const code = codeOf(error);
      if (!REFUSED_HERE.has(code)) record(link.platform, code, startedAt);
      const named = withPlatform(error, link.platform);
      if (named instanceof AppError && ABOUT_THE_ITEM.has(code))
        failed.put(link.address, named, clock.now() + FAILURE_TTL_MS);
      throw named;
    }
  };

  // The address and not the id: a few pages are found through their owner only, so one id may have two addresses.
  const lookAlone = async (
    link: Link,
    callers: Callers<Asker>,
    signal: AbortSignal,
  ): Promise<Inspected> => {
    const fresh = await ask({ ...link, hints: {} }, callers, signal);
    blockList.refuseOrigin(link.platform, fresh.origin);
    const { id, expiresAt } = fresh.inspection;
    const key = fresh.withCookies ? id : link.address;
    kept.put(key, fresh, expiresAt);
    keysById.put(id, key, expiresAt);
    return fresh;
  };

  const look = async (link: Link, asker: Asker, signal: AbortSignal): Promise<Inspected> => {
    let isFirst = false;
    const start = (inner: AbortSignal, callers: Callers<Asker>) => {
      isFirst = true;
      return lookAlone(link, callers, inner);
    };
    const fresh = await inspectOnce(link.address, signal, start, asker);
    // What the operator's cookies made is not passed on to those who waited along.
    return fresh.withCookies && !isFirst ? lookAlone(link, alone(asker), signal) : fresh;
  };

  return {
    resolve,
    async inspectAgain(link, signal) {
      blockList.refuseLink(link);
      return look(link, { network: OWN_NETWORK, canWait: false }, signal);
    },
    isKnown: ({ address }) => kept.get(address) !== null || failed.get(address) !== null,
    async inspect(link, asker, signal) {
      refuseDisabled(link.platform);
      blockList.refuseLink(link);
      const known = kept.get(link.address);
      const failure = known ? null : failed.get(link.address);
      if (failure) throw failure;
      const inspected = known ?? (await look(link, asker, signal));
      // Kept from before somebody took it down, or taken down while it was looked at.
      blockList.refuseLink(link);
      blockList.refuseOrigin(link.platform, inspected.origin);
      // Hints belong to the link that this visitor pasted, not to whoever asked first.
      return { ...inspected, inspection: { ...inspected.inspection, link } };
    },
    find(id) {
      const key = keysById.get(id);
      const inspected = key === null ? null : kept.get(key);
      if (inspected) {
        blockList.refuseLink(inspected.inspection.link);
        blockList.refuseOrigin(inspected.inspection.link.platform, inspected.origin);
      }
      return inspected;
    },
  };
}

/** Somebody who asks with nobody else. */
function alone(asker: Asker): Callers<Asker> {
  return { all: () => [asker], onJoin: () => undefined };
}

/** Adds the platform's name to an expected failure, for its words. */
function withPlatform(error: unknown, platform: PlatformId): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, {
    params: { ...error.params, platform: PLATFORMS[platform].label },
    cause: error,
  });
}

/** How much an inspection holds with what is answered of it, in characters. */
function weightOf({ sources, inspection }: Inspected): number {
  let characters = 0;
  for (const { tracks, subtitles, chapters } of inspection.items)
    characters +=
      TRACK_CHARACTERS * tracks.length + ROW_CHARACTERS * (subtitles.length + chapters.length);
  for (const { address, fragments } of sources.byId.values()) {
    characters += address.length;
    for (const fragment of fragments ?? []) characters += fragment.address.length;
  }
  return characters;
}
