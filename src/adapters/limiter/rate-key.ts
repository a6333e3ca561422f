// Turns a visitor's address into the key that its requests are counted under; used by main for http, and by the limiter.
import ipaddr from 'ipaddr.js';
import { AppError } from '../../shared/errors.ts';
import { parseAddress } from '../door/policy/addresses.ts';

/** What the networks of visitors have in common, of an IPv6 address. */
const NETWORK_BYTES = 8;

/**
 * The key of an address, by its bytes and not its spelling: a single IPv4 address (`1.2.3.4/32`), also when it is
 * written inside IPv6 (`::ffff:102:304`); an IPv6 address by its network (`2001:db8:1:2::/64`), which belongs to one
 * visitor. Throws AppError `invalid_request` for anything else, so that no spelling bypasses the limits.
 */
export function rateKey(ip: string): string {
  // Link-local addresses carry the name of a network card (`fe80::1%eth0`), which says nothing.
  const [text = ''] = ip.split('%', 1);
  const bytes = parseAddress(text);
  if (!bytes) throw new AppError('invalid_request', { detail: 'the address cannot be read' });
  const address = ipaddr.fromByteArray([...bytes]);
  if (address instanceof ipaddr.IPv4) return `${address}/32`;
  if (address.isIPv4MappedAddress()) return `${address.toIPv4Address()}/32`;
  return `${new ipaddr.IPv6([...bytes.fill(0, NETWORK_BYTES)])}/${NETWORK_BYTES * 8}`;
}
