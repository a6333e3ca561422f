// Turns a visitor's address into the key that its requests are counted under; used by main for http, and by the limiter.
import { AppError } from '../../shared/errors.ts';
import { parseAddress } from '../door/policy/addresses.ts';

/**
 * The key of an address, by its bytes and not its spelling: an IPv4 address by itself (`1.2.3.4/32`), also when it is
 * written inside IPv6 (`::ffff:102:304`); an IPv6 address by its network (`2001:db8:1:2::/64`), since one visitor has
 * all of it. Throws AppError `invalid_request` for anything else, so that nobody gets past the limits by it.
 */
export function rateKey(ip: string): string {
  const bytes = readAddress(ip);
  if (!bytes) throw new AppError('invalid_request', { detail: 'the address cannot be read' });
  return bytes.length === 4 ? `${bytes.join('.')}/32` : networkKey(bytes, 64);
}

/** 4 bytes, or 16 when the address is IPv6 and not a written-out IPv4; null when it is no address. */
function readAddress(ip: string): Uint8Array | null {
  // Link-local addresses carry the name of a network card (`fe80::1%eth0`), which says nothing.
  const [address = ''] = ip.split('%', 1);
  const bytes = parseAddress(address);
  const isMapped =
    bytes?.length === 16 &&
    bytes.subarray(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 0xff &&
    bytes[11] === 0xff;
  return isMapped ? bytes.subarray(12) : bytes;
}

/** The network of `bits` (a multiple of 8) in the usual short spelling; its end is all zeros, so `::` stands there. */
function networkKey(bytes: Uint8Array, bits: number): string {
  const groups: string[] = [];
  for (let at = 0; at < bits / 8; at += 2) {
    const low = at + 1 < bits / 8 ? (bytes[at + 1] ?? 0) : 0;
    groups.push((((bytes[at] ?? 0) << 8) | low).toString(16));
  }
  while (groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/${bits}`;
}
