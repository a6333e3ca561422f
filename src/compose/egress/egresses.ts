// The egresses of this server, from its settings. What one of them has found can only be fetched by the same.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { EgressRoute } from '../../adapters/door/index.ts';
import { readProxyAddress } from '../../adapters/door/proxy-dial.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Egress } from '../../core/inspecting/egress/egresses.ts';
import { PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { type EgressEntry, readEgresses } from './read-egresses.ts';

/** How its connections are opened, and which requests take it. */
export type ConfiguredEgress = EgressRoute & Egress;

/** At least one. Throws ConfigError with a remedy. */
export function egressesOf(config: Config): readonly [ConfiguredEgress, ...ConfiguredEgress[]] {
  const entries = entriesOf(config);
  const [first, ...others] = entries.map((entry) => egressOf(config, entry, entries.length > 1));
  if (!first) throw new ConfigError('EGRESSES: name at least one egress, or remove the setting.');
  const egresses = [first, ...others] as const;
  const isServed = (platform: (typeof PLATFORM_IDS)[number]) =>
    config.DISABLED_PLATFORMS.includes(platform) ||
    egresses.some(({ platforms }) => platforms === null || platforms.includes(platform));
  const unserved = PLATFORM_IDS.filter((platform) => !isServed(platform));
  if (unserved.length > 0)
    throw new ConfigError(
      `EGRESSES: no egress serves ${unserved.join(', ')}. Add one without "platforms", or put them into DISABLED_PLATFORMS.`,
    );
  return egresses;
}

function entriesOf({ EGRESSES, EGRESSES_FILE, UPSTREAM_PROXY }: Config): readonly EgressEntry[] {
  if (EGRESSES_FILE !== undefined) return readEgresses(readSetting(EGRESSES_FILE), 'EGRESSES_FILE');
  if (EGRESSES !== undefined) return readEgresses(EGRESSES, 'EGRESSES');
  const common = { platforms: null, perHour: null, family: undefined, from: undefined };
  if (UPSTREAM_PROXY === undefined) return [{ name: 'direct', proxy: undefined, ...common }];
  const proxy = { ...readProxyAddress(UPSTREAM_PROXY), resolvesNames: true };
  return [{ name: 'upstream', proxy, ...common }];
}

function readSetting(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`EGRESSES_FILE: ${file} cannot be read (${code}).`);
  }
}

function egressOf(config: Config, entry: EgressEntry, isOneOfSeveral: boolean): ConfiguredEgress {
  const { name, ...egress } = entry;
  return { id: idOf(config, entry, isOneOfSeveral), ...egress };
}

/** Reveals no address. Servers that share a Redis have the same id for the same proxy alone. */
function idOf(
  { EGRESS_ID, REDIS_URL }: Config,
  { name, proxy, from }: EgressEntry,
  isOneOfSeveral: boolean,
): string {
  if (EGRESS_ID !== undefined) return isOneOfSeveral ? `${EGRESS_ID}:${name}` : EGRESS_ID;
  if (REDIS_URL === undefined) return name;
  const place = proxy ? `${proxy.host}${proxy.port === 80 ? '' : `:${proxy.port}`}` : machineId();
  return `${name}-${hashed(from ?? place)}`;
}

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim() || os.hostname();
  } catch {
    return os.hostname();
  }
}

const hashed = (text: string) =>
  createHash('sha256').update(`keepreel egress ${text}`).digest('hex').slice(0, 8);
