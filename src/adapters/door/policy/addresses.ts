// Reads addresses into bytes and tells public ones from all others; the door asks before and after every connection.
import { isIPv4, isIPv6 } from 'node:net';

/** What to do with addresses of the well-known NAT64 prefix, which an IPv6-only host gets for every IPv4 site. */
export type Nat64 = 'refuse' | 'decode';

type Prefix = { readonly bytes: Uint8Array; readonly bits: number };

// The IANA special-purpose registry for IPv4 in full, "globally reachable" rows included: no platform lives in them.
const DENIED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's platform services: inside public space, so no registry names it.
  '168.63.129.16/32',
].map(readPrefix);

const GLOBAL_UNICAST_IPV6 = readPrefix('2000::/3');

// What the registry takes out of 2000::/3: Teredo, ORCHID and their kin, documentation, 6to4, AS112.
const DENIED_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map(readPrefix);

const NAT64 = readPrefix('64:ff9b::/96');

/** The 4 or 16 bytes of an address in its ordinary spelling; null for zones, octal, hex, short forms and other text. */
export function parseAddress(text: string): Uint8Array | null {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number);
  if (isIPv6(text) && !text.includes('%')) return parseIpv6(text);
  return null;
}

/**
 * True when an address may be dialled for a visitor. Everything is refused unless it is known to be public; IPv4
 * addresses written as IPv6 are refused too, for an honest name server has no reason to send them.
 */
export function isPublic(bytes: Uint8Array, nat64: Nat64 = 'refuse'): boolean {
  if (bytes.length === 4) return !DENIED_IPV4.some((prefix) => isInside(bytes, prefix));
  if (bytes.length !== 16) return false;
  if (nat64 === 'decode' && isInside(bytes, NAT64)) return isPublic(bytes.subarray(12));
  return (
    isInside(bytes, GLOBAL_UNICAST_IPV6) && !DENIED_IPV6.some((prefix) => isInside(bytes, prefix))
  );
}

/** True when two addresses are the same, whatever they were read from. */
export function isSameAddress(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function parseIpv6(text: string): Uint8Array {
  const bytes = new Uint8Array(16);
  const [head = '', tail] = text.split('::');
  const front = readGroups(head);
  bytes.set(front, 0);
  if (tail !== undefined) {
    const back = readGroups(tail);
    bytes.set(back, 16 - back.length);
  }
  return bytes;
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function readPrefix(text: string): Prefix {
  const [address = '', bits] = text.split('/');
  const bytes = parseAddress(address);
  if (!bytes) throw new TypeError(`${text} is not a prefix`);
  return { bytes, bits: Number(bits) };
}

function isInside(bytes: Uint8Array, prefix: Prefix): boolean {
  if (bytes.length !== prefix.bytes.length) return false;
  const whole = prefix.bits >> 3;
  for (let index = 0; index < whole; index += 1) {
    if (bytes[index] !== prefix.bytes[index]) return false;
  }
  const rest = prefix.bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((bytes[whole] ?? 0) & mask) === ((prefix.bytes[whole] ?? 0) & mask);
}
