// Reads the operator's list of egresses: one on each line, as `name=address`, with options behind semicolons.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { EgressRoute } from '../../adapters/door/door.ts';
import { readProxyAddress } from '../../adapters/door/proxy-dial.ts';
import { ConfigError } from '../../config.ts';
import type { Egress } from '../../core/inspecting/egress/egresses.ts';
import { PLATFORM_IDS } from '../../shared/platforms/platform.ts';

/** An egress by its name, before it has an id. */
export type EgressEntry = Omit<EgressRoute & Egress, 'id'> & { readonly name: string };

/** A range of addresses becomes so many egresses, one for each. */
const ADDRESSES_OF_RANGE = 4;
const MOST = 32;
const ADDRESS_FORMS =
  'the address must be direct, a proxy as http://, https://, socks5:// or socks5h://[user:password@]host:port (%40 for an @ in the password), or a range of addresses of this machine, such as 2001:db8:5::/64.';

const whole = (most: number) => {
  const error = `must be a whole number from 1 to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(most, { error });
};

const options = z.strictObject(
  {
    platforms: z
      .string()
      .transform((text) => text.split(/[\s,]+/))
      .pipe(z.array(z.enum(PLATFORM_IDS, { error: `must be some of ${PLATFORM_IDS.join(', ')}` })))
      .optional(),
    family: z
      .enum(['4', '6'], { error: 'must be 4 or 6' })
      .transform((text) => (text === '4' ? 4 : 6))
      .optional(),
    'per-hour': whole(1_000_000).optional(),
    addresses: whole(16).optional(),
    resolve: z.enum(['here', 'proxy'], { error: 'must be here or proxy' }).optional(),
  },
  { error: ({ keys }) => `there is no option "${keys}"` },
);

/**
 * The egresses, in their order. Lines that are empty or begin with `#` are skipped. Throws ConfigError that names `setting` and the line's
 * name, but none of its address.
 */
export function readEgresses(text: string, setting: string): readonly EgressEntry[] {
  const names = new Set<string>();
  const entries = text.split('\n').flatMap((untrimmed, at) => {
    const line = untrimmed.trim();
    if (line === '' || line.startsWith('#')) return [];
    const where = `${setting}, line ${at + 1}`;
    const read = readLine(line, where);
    const twice = read.find(({ name }) => names.has(name));
    if (twice) throw new ConfigError(`${where}: "${twice.name}" is there twice.`);
    for (const { name } of read) names.add(name);
    return read;
  });
  if (entries.length > MOST) throw new ConfigError(`${setting}: at most ${MOST} egresses.`);
  return entries;
}

function readLine(line: string, where: string): readonly EgressEntry[] {
  const [head = '', ...rest] = line.split(';').map((part) => part.trim());
  const [, name, address] = /^([a-z0-9][a-z0-9-]{0,23})=(\S+)$/.exec(head) ?? [];
  if (name === undefined || address === undefined)
    throw new ConfigError(
      `${where}: write name=address and options behind semicolons, such as home=socks5h://10.0.0.2:1080; platforms=youtube. The name has lowercase letters, digits and hyphens, 24 at most.`,
    );
  const given = Object.fromEntries(
    rest
      .filter((part) => part !== '')
      .map((part) => {
        // Nothing else is repeated in a sentence: a proxy may stand there by mistake.
        const [, option, value] = /^([a-z-]{1,20})\s*=(.*)$/.exec(part) ?? [];
        if (option === undefined || value === undefined)
          throw new ConfigError(
            `${where} (${name}): write options as name=value, such as family=4.`,
          );
        return [option, value.trim()] as const;
      }),
  );
  const read = options.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const of = issue?.path[0] === undefined ? '' : `${String(issue.path[0])} `;
    throw new ConfigError(`${where} (${name}): ${of}${issue?.message}.`);
  }
  const { platforms = null, family, addresses = ADDRESSES_OF_RANGE, resolve } = read.data;
  const isProxy = address.includes('://');
  if (resolve !== undefined && !isProxy)
    throw new ConfigError(
      `${where} (${name}): resolve says where names are resolved for a proxy, and this is none: remove it.`,
    );
  const common = { platforms, perHour: read.data['per-hour'] ?? null };
  if (address === 'direct') return [{ name, ...common, family, from: undefined, proxy: undefined }];
  if (address.includes('/') && !isProxy)
    return addressesIn(address, addresses, `${where} (${name})`).map((from, at) => ({
      name: `${name}-${at + 1}`,
      ...common,
      family: isIP(from) === 4 ? (4 as const) : (6 as const),
      from,
      proxy: undefined,
    }));
  return [
    {
      name,
      ...common,
      family,
      from: undefined,
      proxy: proxyOf(address, resolve, `${where} (${name})`),
    },
  ];
}

function proxyOf(address: string, resolve: 'here' | 'proxy' | undefined, where: string) {
  try {
    const proxy = readProxyAddress(address);
    return resolve === undefined ? proxy : { ...proxy, resolvesNames: resolve === 'proxy' };
  } catch (cause) {
    throw new ConfigError(`${where}: ${ADDRESS_FORMS}`, { cause });
  }
}

/** Addresses of a range that stay the same from start to start: an identity that changes is what platforms distrust. */
function addressesIn(range: string, count: number, where: string): readonly string[] {
  if (!ipaddr.isValidCIDR(range)) throw new ConfigError(`${where}: ${ADDRESS_FORMS}`);
  const [network, bits] = ipaddr.parseCIDR(range);
  const bytes = network.toByteArray();
  if (bytes.length * 8 - bits < 3)
    throw new ConfigError(`${where}: a range must have at least eight addresses.`);
  return Array.from({ length: count }, (_, at) => {
    const digest = createHash('sha256').update(`keepreel address ${at} of ${range}`).digest();
    const chosen = bytes.map((byte, index) => {
      const kept = Math.min(8, Math.max(0, bits - 8 * index));
      const mask = (0xff << (8 - kept)) & 0xff;
      return (byte & mask) | ((digest[index] ?? 0) & ~mask & 0xff);
    });
    return ipaddr.fromByteArray(chosen).toString();
  });
}
