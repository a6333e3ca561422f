// Reads addresses into bytes and tells public ones from all others; the door asks before and after every connection.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What to do with addresses of the well-known NAT64 prefix, which an IPv6-only host gets for every IPv4 site. */
export type Nat64 = 'refuse' | 'decode';

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
].map((range) => ipaddr.IPv4.parseCIDR(range));

const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

// What the registry takes out of 2000::/3: Teredo, ORCHID and their kin, documentation, 6to4, AS112.
const DENIED_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((range) => ipaddr.IPv6.parseCIDR(range));

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The 4 or 16 bytes of an address in its ordinary spelling; null for zones, octal, hex, short forms and other text. */
export function parseAddress(text: string): Uint8Array | null {
  // The library alone also reads `127.1`, `0x7f.1`, `0177.0.0.1` and `::1%lo`.
  if (isIP(text) === 0 || text.includes('%')) return null;
  // It takes `::1.2.3.4` for `::ffff:1.2.3.4`, which is another address (RFC 4291, section 2.5.5).
  const spelledOut = text.replace(/^::(?=\d+\.)/, '0:0:0:0:0:0:');
  return Uint8Array.from(ipaddr.parse(spelledOut).toByteArray());
}

/**
 * True when an address may be dialled for a visitor. Everything is refused unless it is known to be public; IPv4
 * addresses written as IPv6 are refused too, for an honest name server has no reason to send them.
 */
export function isPublic(bytes: Uint8Array, nat64: Nat64 = 'refuse'): boolean {
  if (bytes.length === 4) {
    const address = new ipaddr.IPv4([...bytes]);
    return !DENIED_IPV4.some((range) => address.match(range));
  }
  if (bytes.length !== 16) return false;
  const address = new ipaddr.IPv6([...bytes]);
  if (nat64 === 'decode' && address.match(NAT64)) return isPublic(bytes.subarray(12));
  return address.match(GLOBAL_UNICAST_IPV6) && !DENIED_IPV6.some((range) => address.match(range));
}

/** True when two addresses are the same, whatever they were read from. */
export function isSameAddress(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
