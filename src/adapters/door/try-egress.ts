// Tries whether an egress opens a connection to a platform, for the doctor and for egresses that operators name.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../shared/platforms/upstreams.ts';
import type { Budget, Door } from './door.ts';

const BUDGET: Budget = { maxBytes: 1024 ** 2, maxSockets: 2, idleMs: 5000, totalMs: 20_000 };
const MAX_MS = 15_000;

/** Resolves with null when it does, else with what it failed with. */
export async function tryEgress(
  door: Door,
  egress: string,
  platform: PlatformId,
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  // Of a suffix, the usual name below it.
  const host = (UPSTREAMS[platform].cdnSuffixes[0] ?? '').replace(/^\./, 'www.');
  const lane = door.lane(egress);
  lane.begin(platform, BUDGET);
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    (await lane.connect(host, 443, within)).destroy();
    return null;
  } catch (error) {
    return error;
  } finally {
    lane.end();
    lane.close();
  }
}
