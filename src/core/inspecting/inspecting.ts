// From pasted text to an inspection: reads the link, resolves short ones, and inspects each link once for concurrent callers.
import { AppError, codeOf, ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { INSPECTION_TTL_MS } from '../../shared/limits.ts';
import type { LinkReading } from '../../shared/link.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Link, PlatformId, ShortLink } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { createExpiringMap, type ExpiringMap } from '../async/expiring-map.ts';
import { type Callers, createSingleFlight } from '../async/single-flight.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { FairTurns, TurnCaller } from '../limits/fair-turns.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import { type PlatformSwitches, refuseDisabled } from '../settings/platform-switches.ts';
import type { EgressChoice, Egresses } from './egress/egresses.ts';
import type { Inspected } from './inspection.ts';
import type { Engine, ShortLinks } from './ports.ts';
import type { SharedInspections } from './shared-inspections.ts';
import { withPlatform } from './with-platform.ts';

const MAX_KEPT = 300;
/** The bound of all kept inspections, in characters: a post may have thousands of fragments. */
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024;
/** Characters of a track, and of any other row, in the answer that is kept beside its inspection. */
const TRACK_CHARACTERS = 400;
const ROW_CHARACTERS = 200;
const HOUR_MS = 3_600_000;
/** How long a failure that is about the item itself is answered again without asking the engine. */
const FAILURE_TTL_MS = 10_000;

/** Refusals by this server, which do not count as failures of the platform. */
const REFUSED_HERE: ReadonlySet<ErrorCode> = new Set(['platform_paused', 'too_many_requests']);

/** Dependencies; `warn` logs internal failures. */
export type InspectingNeeds = {
  readonly engine: Engine;
  readonly shortLinks: ShortLinks;
  readonly readLink: (text: string) => LinkReading;
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  /** Slots of the engine, shared fairly between networks. */
  readonly turns: Pick<FairTurns, 'run'>;
  readonly egresses: Pick<Egresses, 'of' | 'run'>;
  readonly switches: Pick<PlatformSwitches, 'of'>;
  readonly blockList: Pick<BlockList, 'refuseLink' | 'refuseOrigin'>;
  /** Left out where this is the only process. */
  readonly shared?: SharedInspections | undefined;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The service behind `detect-platform`, `inspect` and every download. */
export type Inspecting = {
  /** The link in a text, with short links resolved. Throws AppError. */
  readonly resolve: (text: string, signal: AbortSignal) => Promise<Link>;
  /**
   * Inspects a link. The result is kept for five minutes or until its first source expires. The engine's capacity is
   * shared between the networks of the callers. Throws AppError.
   */
  readonly inspect: (link: Link, asker: TurnCaller, signal: AbortSignal) => Promise<Inspected>;
  /** Whether `inspect` would answer without asking the engine. */
  readonly isKnown: (link: Link) => boolean;
  /** Inspects a link whose kept sources have expired or are refused, and keeps the new inspection. Throws AppError. */
  readonly inspectAgain: (link: Link, signal: AbortSignal, by?: EgressChoice) => Promise<Inspected>;
  /** A kept inspection by its id, of any process, or null when it is gone. Throws `taken_down`. */
  readonly find: (id: string) => Promise<Inspected | null>;
};

type State = InspectingNeeds & {
  readonly kept: ExpiringMap<Inspected>;
  readonly keysById: ExpiringMap<string>;
  readonly resolved: ExpiringMap<Link>;
  readonly failed: ExpiringMap<AppError>;
  readonly inspectOnce: ReturnType<typeof createSingleFlight<Inspected, TurnCaller>>;
  readonly resolveOnce: ReturnType<typeof createSingleFlight<Link>>;
};

/** Creates the service. It keeps at most 300 inspections and as many resolved short links, and drops the oldest first. */
export function createInspecting(needs: InspectingNeeds): Inspecting {
  const bounds = { clock: needs.clock, maxEntries: MAX_KEPT };
  const state: State = {
    ...needs,
    kept: createExpiringMap<Inspected>({
      ...bounds,
      maxWeight: MAX_KEPT_CHARACTERS,
      weigh: weightOf,
    }),
    keysById: createExpiringMap<string>(bounds),
    resolved: createExpiringMap<Link>(bounds),
    failed: createExpiringMap<AppError>(bounds),
    inspectOnce: createSingleFlight<Inspected, TurnCaller>(),
    resolveOnce: createSingleFlight<Link>(),
  };
  return {
    resolve: (text, signal) => resolveLink(state, text, signal),
    inspect: (link, asker, signal) => inspect(state, link, asker, signal),
    isKnown: ({ address }) =>
      state.kept.get(address) !== null || state.failed.get(address) !== null,
    async inspectAgain(link, signal, by) {
      state.blockList.refuseLink(link);
      return inspectFresh(state, link, { network: OWN_NETWORK, canWait: false }, signal, by);
    },
    find: (id) => find(state, id),
  };
}

async function resolveLink(state: State, text: string, signal: AbortSignal): Promise<Link> {
  const reading = state.readLink(text);
  if (reading.kind === 'refused') {
    const params = reading.platform ? { platform: PLATFORMS[reading.platform].label } : {};
    throw new AppError(reading.code, { params, detail: reading.reason });
  }
  const link =
    reading.kind === 'link' ? reading.link : await resolveShortLink(state, reading.short, signal);
  refuseDisabled(state.switches, link.platform);
  state.blockList.refuseLink(link);
  return link;
}

async function resolveShortLink(
  state: State,
  short: ShortLink,
  signal: AbortSignal,
): Promise<Link> {
  refuseDisabled(state.switches, short.platform);
  const known = state.resolved.get(short.address);
  if (known) return known;
  const follow = (inner: AbortSignal) => followShortLink(state, short, inner);
  return state.resolveOnce(short.address, signal, follow, undefined);
}

async function followShortLink(
  { shortLinks, resolved, clock, readLink }: State,
  short: ShortLink,
  signal: AbortSignal,
): Promise<Link> {
  const reading = readLink(await shortLinks.follow(short, signal));
  if (reading.kind !== 'link' || reading.link.platform !== short.platform) {
    const params = { platform: PLATFORMS[short.platform].label };
    throw new AppError('unsupported_url', { params });
  }
  resolved.put(short.address, reading.link, clock.now() + INSPECTION_TTL_MS);
  return reading.link;
}

async function inspect(
  state: State,
  link: Link,
  asker: TurnCaller,
  signal: AbortSignal,
): Promise<Inspected> {
  const { blockList, switches } = state;
  refuseDisabled(switches, link.platform);
  blockList.refuseLink(link);
  const inspected =
    answeredBefore(state, link) ?? (await inspectOnceForAll(state, link, asker, signal));
  // It may have been blocked since it was kept, or while it was inspected.
  blockList.refuseLink(link);
  blockList.refuseOrigin(link.platform, inspected.origin);
  // The hints of this caller's link, not of the one that was inspected first.
  return { ...inspected, inspection: { ...inspected.inspection, link } };
}

/** What this process found by an egress in use, or null. Throws what the link failed with a moment ago. */
function answeredBefore(state: State, { address, platform }: Link): Inspected | null {
  const known = state.kept.get(address);
  if (known && state.egresses.of(platform).includes(known.sources.egress)) return known;
  const failure = state.failed.get(address);
  if (failure) throw failure;
  return null;
}

/** What another process has found, or a fresh inspection. */
async function inspectOnceForAll(
  state: State,
  link: Link,
  asker: TurnCaller,
  signal: AbortSignal,
): Promise<Inspected> {
  const known = await state.shared?.ofAddress(link.address, state.egresses.of(link.platform));
  // While the others were asked, an inspection of this process may have ended.
  if (!known) return answeredBefore(state, link) ?? inspectFresh(state, link, asker, signal);
  keep(state, known, link.address);
  return known;
}

/** Calls the engine once for concurrent requests for the same link. */
async function inspectFresh(
  state: State,
  link: Link,
  asker: TurnCaller,
  signal: AbortSignal,
  by: EgressChoice = {},
): Promise<Inspected> {
  let isFirst = false;
  const start = (inner: AbortSignal, callers: Callers<TurnCaller>) => {
    isFirst = true;
    return inspectAndKeep(state, { link, by }, callers, inner);
  };
  const key = [link.address, by.only, by.family, by.except].join(' ');
  const fresh = await state.inspectOnce(key, signal, start, asker);
  // What was inspected with the operator's cookies belongs to the first caller alone.
  return fresh.withCookies && !isFirst
    ? inspectAndKeep(state, { link, by }, onlyCaller(asker), signal)
    : fresh;
}

/** What to inspect, and by which egress. */
type Asked = { readonly link: Link; readonly by: EgressChoice };

async function inspectAndKeep(
  state: State,
  { link, by }: Asked,
  callers: Callers<TurnCaller>,
  signal: AbortSignal,
): Promise<Inspected> {
  const fresh = await askEngine(state, { link: { ...link, hints: {} }, by }, callers, signal);
  state.blockList.refuseOrigin(link.platform, fresh.origin);
  // By address and not by id: a few pages are found through their owner only, so one id may have two addresses.
  keep(state, fresh, fresh.withCookies ? fresh.inspection.id : link.address);
  if (!fresh.withCookies) state.shared?.keep(fresh);
  return fresh;
}

function keep({ kept, keysById }: State, inspected: Inspected, key: string): void {
  const { id, expiresAt } = inspected.inspection;
  kept.put(key, inspected, expiresAt);
  keysById.put(id, key, expiresAt);
}

async function askEngine(
  state: State,
  { link, by }: Asked,
  callers: Callers<TurnCaller>,
  signal: AbortSignal,
): Promise<Inspected> {
  const { engine, clock } = state;
  const startedAtMs = clock.monotonic();
  try {
    const attempt = (egress: string, goOn: () => void) =>
      state.turns.run(callers, signal, () => {
        goOn();
        return engine.inspect(link, signal, egress, by.family);
      });
    const inspected = await state.egresses.run(link.platform, attempt, by);
    record(state, link.platform, 'ok', startedAtMs);
    return inspected;
  } catch (error) {
    if (signal.aborted) throw error;
    const code = codeOf(error);
    if (!REFUSED_HERE.has(code)) record(state, link.platform, code, startedAtMs);
    const named = withPlatform(error, link.platform);
    if (named instanceof AppError && ERRORS[code].cause === 'item')
      state.failed.put(link.address, named, clock.now() + FAILURE_TTL_MS);
    throw named;
  }
}

async function find(
  { kept, keysById, blockList, shared }: State,
  id: string,
): Promise<Inspected | null> {
  const key = keysById.get(id);
  const inspected = (key === null ? null : kept.get(key)) ?? (await shared?.ofId(id)) ?? null;
  if (inspected) {
    const { link } = inspected.inspection;
    blockList.refuseLink(link);
    blockList.refuseOrigin(link.platform, inspected.origin);
  }
  return inspected;
}

function record(
  { clock, outcomes, warn }: State,
  platform: PlatformId,
  code: ErrorCode | 'ok',
  startedAtMs: number,
): void {
  const durationMs = Math.round(clock.monotonic() - startedAtMs);
  const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  outcomes
    .record({ platform, step: 'inspect', code, durationMs, bytes: 0, hour })
    .catch((cause: unknown) => warn('an outcome could not be recorded', cause));
}

function onlyCaller(asker: TurnCaller): Callers<TurnCaller> {
  return { all: () => [asker], onJoin: () => undefined };
}

/** The size of an inspection with the answer that is kept beside it, in characters. */
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
