// Networks as the limits count them: the key of an address, and the wider IPv6 networks around it. Pure.

/** The width of a network: one address (an IPv4 address, or an IPv6 /64), or an IPv6 prefix of 56 or 48 bits. */
export type NetworkWidth = 'address' | 56 | 48;

/** A network by its key, such as `192.0.2.1/32`, `2001:db8:1:2::/64` or `2001:db8:1::/48`. */
export type Network = { readonly key: string; readonly width: NetworkWidth };

/** A bound for one network of each width. A whole IPv6 /48 is often one customer, so it gets little more than one address. */
export type NetworkBounds = Readonly<Record<NetworkWidth, number>>;

/** The key of the server's own requests: they count for no network, are never refused and go first. */
export const OWN_NETWORK = 'server';

/**
 * The networks that a request counts for, narrowest first: `key` itself and, for an IPv6 /64, the /56 and the
 * /48 around it. `key` is normalized already (see `rateKey`); anything else is a network of its own.
 */
export function networksAround(key: string): readonly Network[] {
  if (key === OWN_NETWORK) return [];
  const itself: Network = { key, width: 'address' };
  if (!key.endsWith('::/64')) return [itself];
  const groups = key.slice(0, -'::/64'.length).split(':');
  const group = (index: number) => Number.parseInt(groups[index] || '0', 16);
  const top = [group(0), group(1), group(2)];
  return [
    itself,
    { key: `${shortened([...top, group(3) & 0xff00])}::/56`, width: 56 },
    { key: `${shortened(top)}::/48`, width: 48 },
  ];
}

/** Groups in hexadecimal without trailing zeros, which `::` replaces. */
function shortened(groups: readonly number[]): string {
  const end = groups.findLastIndex((group) => group !== 0) + 1;
  return groups
    .slice(0, end)
    .map((group) => group.toString(16))
    .join(':');
}

/** Creates counts by network. A count of zero takes no memory. */
export function createNetworkCounts() {
  const held = new Map<string, number>();
  return {
    of: (network: Network): number => held.get(network.key) ?? 0,
    /** Adds `amount`, which may be negative, to each of these networks. */
    add(networks: Iterable<Network>, amount: number): void {
      for (const { key } of networks) {
        const sum = (held.get(key) ?? 0) + amount;
        if (sum === 0) held.delete(key);
        else held.set(key, sum);
      }
    },
    size: (): number => held.size,
  };
}
