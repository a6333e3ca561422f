// The egresses that a text names, with their ids. What one of them has found can only be fetched by the same.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { EgressRoute } from '../../adapters/door/door.ts';
import type { ProxyAddress } from '../../adapters/door/proxy-dial.ts';
import { type Config, ConfigError } from '../../config.ts';
import { type Egress, serves } from '../../core/inspecting/egress/egresses.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { configuredTexts } from './configured-texts.ts';
import { type EgressEntry, readEgresses } from './read-egresses.ts';

/** How its connections are opened, and which requests take it. */
export type ConfiguredEgress = EgressRoute & Egress;

/** At least one. */
export type ConfiguredEgresses = readonly [ConfiguredEgress, ...ConfiguredEgress[]];

/** Those of the settings. Throws ConfigError with a remedy. */
export function egressesOf(config: Config): ConfiguredEgresses {
  return egressesIn(config, configuredTexts(config).egresses);
}

/** Those of a text in the form of EGRESSES. Throws ConfigError that says what is wrong, and in which line. */
export function egressesIn(config: Config, text: string): ConfiguredEgresses {
  const setting = config.EGRESSES_FILE === undefined ? 'EGRESSES' : 'EGRESSES_FILE';
  const entries = readEgresses(text, setting);
  const [first, ...others] = entries.map((entry) => egressOf(config, entry, entries.length > 1));
  if (!first) throw new ConfigError('EGRESSES: name at least one egress, or remove the setting.');
  const egresses = [first, ...others] as const;
  const isServed = (platform: PlatformId) =>
    config.DISABLED_PLATFORMS.includes(platform) ||
    egresses.some((egress) => serves(egress, platform));
  const unserved = config.platforms.filter((platform) => !isServed(platform));
  if (unserved.length > 0)
    throw new ConfigError(
      `EGRESSES: no egress serves ${unserved.join(', ')}. Add one without "platforms", or put them into DISABLED_PLATFORMS.`,
    );
  return egresses;
}

/**
 * Returns how egresses get an id of their own that connect otherwise than what this process has read under the same id, at first
 * `first`: connections and addresses that were found by the one are of no use to the other.
 */
export function createDistinctIds(
  first: ConfiguredEgresses,
): (egresses: ConfiguredEgresses) => ConfiguredEgresses {
  const routes = new Map(first.map((egress) => [egress.id, routeOf(egress)]));
  const distinctIdOf = (egress: ConfiguredEgress, times = 0): string => {
    // An id is seen in logs and metrics: nothing that a password could be guessed by goes into it.
    const place = hashed(routeOf({ ...egress, proxy: egress.proxy && withoutUser(egress.proxy) }));
    const ids = [egress.id, `${egress.id}-${place}`, `${egress.id}-${place}-${times}`];
    const id = ids[Math.min(times, 2)] ?? egress.id;
    const route = routeOf(egress);
    const known = routes.get(id);
    if (known === undefined) routes.set(id, route);
    return known === undefined || known === route ? id : distinctIdOf(egress, times + 1);
  };
  const distinct = (egress: ConfiguredEgress): ConfiguredEgress => ({
    ...egress,
    id: distinctIdOf(egress),
  });
  return ([one, ...others]) => [distinct(one), ...others.map(distinct)];
}

const withoutUser = (proxy: ProxyAddress): ProxyAddress => ({ ...proxy, user: '', password: '' });

const routeOf = ({ proxy, from, family }: ConfiguredEgress) =>
  JSON.stringify([proxy, from, family]);

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
