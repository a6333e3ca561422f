// From whatever a visitor pasted to a known video: reads the link, resolves it, asks the engine once for everybody.
import { AppError, codeOf } from '../shared/errors.ts';
import { INSPECTION_TTL_MS } from '../shared/limits.ts';
import { readLink } from '../shared/link.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';
import type { Link, PlatformId, ShortLink } from '../shared/platforms/platform.ts';
import type { BlockList } from './block-list.ts';
import { type Breaker, breakerKey } from './breaker.ts';
import type { Inspected } from './inspection.ts';
import type { PlatformSwitches } from './platform-switches.ts';
import type { Clock, Engine, Outcomes, ShortLinks } from './ports.ts';
import { createSingleFlight } from './single-flight.ts';

const MAX_KEPT = 300;
/** Bound of all kept addresses together, in characters: a post may bring thousands of fragments. */
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** What the service needs from the world; `warn` is told of trouble that no visitor should notice. */
export type InspectingNeeds = {
  readonly engine: Engine;
  readonly shortLinks: ShortLinks;
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  readonly breaker: Pick<Breaker, 'guard'>;
  readonly switches: Pick<PlatformSwitches, 'of'>;
  readonly blockList: Pick<BlockList, 'refuseLink' | 'refuseOrigin'>;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The service behind `detect-platform`, `inspect` and every later download. */
export type Inspecting = {
  /** The link in a text, with short links resolved. Throws AppError with the reason why not. */
  readonly resolve: (text: string, signal: AbortSignal) => Promise<Link>;
  /** What the link is. Kept for five minutes or until the first source expires. Throws AppError. */
  readonly inspect: (text: string, signal: AbortSignal) => Promise<Inspected>;
  /** A fresh look at a link whose kept sources are no longer good; whoever asks next gets it too. Throws AppError. */
  readonly inspectAgain: (link: Link, signal: AbortSignal) => Promise<Inspected>;
  /** A kept inspection by its id, or null when it is gone. Throws `taken_down`. */
  readonly find: (id: string) => Inspected | null;
};

/** Makes the service. It keeps at most 300 inspections and as many resolved short links, the oldest leaving first. */
export function createInspecting(needs: InspectingNeeds): Inspecting {
  const { engine, shortLinks, clock, blockList } = needs;
  const kept = createShelf<Inspected>(clock, weightOf);
  const keysById = createShelf<string>(clock);
  const resolved = createShelf<Link>(clock);
  const inspectOnce = createSingleFlight<Inspected>();
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
      resolveOnce(short.address, signal, (inner) => follow(short, inner))
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

  const ask = async (link: Link, signal: AbortSignal): Promise<Inspected> => {
    const startedAt = clock.monotonic();
    try {
      const inspected = await needs.breaker.guard(breakerKey(link.platform, engine.egress), () =>
        engine.inspect(link, signal),
      );
      record(link.platform, 'ok', startedAt);
      return inspected;
    } catch (error) {
      if (signal.aborted) throw error;
      const code = codeOf(error);
      if (code !== 'platform_paused') record(link.platform, code, startedAt);
      throw withPlatform(error, link.platform);
    }
  };

  // The address and not the id: a few pages are found through their owner only, so one id may have two addresses.
  const lookAlone = async (link: Link, signal: AbortSignal): Promise<Inspected> => {
    const fresh = await ask({ ...link, hints: {} }, signal);
    blockList.refuseOrigin(link.platform, fresh.origin);
    const { id, expiresAt } = fresh.inspection;
    const key = fresh.withCookies ? id : link.address;
    kept.put(key, fresh, expiresAt);
    keysById.put(id, key, expiresAt);
    return fresh;
  };

  const look = async (link: Link, signal: AbortSignal): Promise<Inspected> => {
    let isFirst = false;
    const fresh = await inspectOnce(link.address, signal, (inner) => {
      isFirst = true;
      return lookAlone(link, inner);
    });
    // What the operator's cookies made is not passed on to those who waited along.
    return fresh.withCookies && !isFirst ? lookAlone(link, signal) : fresh;
  };

  return {
    resolve,
    async inspectAgain(link, signal) {
      blockList.refuseLink(link);
      return look(link, signal);
    },
    async inspect(text, signal) {
      const link = await resolve(text, signal);
      const inspected = kept.get(link.address) ?? (await look(link, signal));
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

/** Adds the platform's name to an expected failure, for its words. */
function withPlatform(error: unknown, platform: PlatformId): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, {
    params: { ...error.params, platform: PLATFORMS[platform].label },
    cause: error,
  });
}

/** How much an inspection holds, in characters of addresses. */
function weightOf({ sources }: Inspected): number {
  let characters = 0;
  for (const { address, fragments } of sources.byId.values()) {
    characters += address.length;
    for (const fragment of fragments ?? []) characters += fragment.address.length;
  }
  return characters;
}

/** A bounded memory with an end for each entry, in epoch milliseconds; the oldest entries leave first. */
function createShelf<T>(clock: Clock, weigh: (value: T) => number = () => 0) {
  type Entry = { readonly value: T; readonly expiresAt: number; readonly weight: number };
  const entries = new Map<string, Entry>();
  let weight = 0;
  const remove = (key: string) => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get(key: string): T | null {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > clock.now()) return entry.value;
      remove(key);
      return null;
    },
    put(key: string, value: T, expiresAt: number) {
      remove(key);
      const entry = { value, expiresAt, weight: weigh(value) };
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_KEPT && weight <= MAX_KEPT_CHARACTERS) break;
        remove(oldest);
      }
    },
  };
}
