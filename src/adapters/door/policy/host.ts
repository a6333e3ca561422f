// Parses the targets that clients of the proxy name, strictly: plain names, plain addresses, and ambiguous text.
import { parseAddress } from './addresses.ts';

/**
 * A parsed target. `odd` is text that some resolvers would take for an address (`0x7f.1`, `2130706433`, `127.1`), which
 * no honest client sends.
 */
export type Host =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'odd'; readonly name: string };

/** A host and a port as a client named them. */
export type Target = { readonly host: Host; readonly port: number };

/** The target of an absolute-form request line; `path` starts with a slash, `origin` has the scheme. */
export type AbsoluteTarget = Target & { readonly path: string; readonly origin: string };

const MAX_NAME_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// The URL standard's "ends in a number": the whole host is then an address or invalid, never a name.
const NUMBER_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;
const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):([1-9][0-9]{0,4})$/i;

// Names of a machine or its network: those of RFC 6761 and 6762, and those that routers and offices use.
const LOCAL_ENDINGS = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'invalid',
];

/** A host without brackets and port, in lower case and without its trailing dot; null when it is invalid. */
export function readHost(text: string): Host | null {
  const name = text.toLowerCase().replace(/\.$/, '');
  const bytes = parseAddress(name);
  if (bytes) return { kind: 'address', name, bytes };
  const labels = name.split('.');
  if (name.length > MAX_NAME_LENGTH || !labels.every((label) => LABEL.test(label))) return null;
  return { kind: NUMBER_LABEL.test(labels.at(-1) ?? '') ? 'odd' : 'name', name };
}

/** The `host:port` of a CONNECT request; null when it is anything else. Only IPv6 addresses have brackets. */
export function readAuthority(text: string): Target | null {
  const [, bracketed, plain, digits] = AUTHORITY.exec(text) ?? [];
  const host = readHost(bracketed ?? plain ?? '');
  const port = Number(digits);
  if (!host || port > 65_535) return null;
  const isIpv6 = host.kind === 'address' && host.bytes.length === 16;
  return isIpv6 === (bracketed !== undefined) ? { host, port } : null;
}

/** The target of `GET http[s]://host[:port]/path`; null for other schemes, user names and invalid characters. */
export function readAbsolute(text: string): AbsoluteTarget | null {
  const [, scheme = '', authority, rest = ''] =
    /^(https?):\/\/([^/?#]+)((?:[/?#][\x21-\x7e]*)?)$/i.exec(text) ?? [];
  if (authority === undefined) return null;
  const hasPort = /:[0-9]*$/.test(authority.replace(/^\[.*\]/, ''));
  const usualPort = scheme.toLowerCase() === 'https' ? 443 : 80;
  const target = readAuthority(hasPort ? authority : `${authority}:${usualPort}`);
  if (!target) return null;
  const [path = ''] = rest.split('#', 1);
  return {
    ...target,
    path: path.startsWith('/') ? path : `/${path}`,
    origin: `${scheme.toLowerCase()}://${writeAuthority(target.host, target.port === usualPort ? undefined : target.port)}`,
  };
}

/** A host and port as request lines and Host headers write them. */
export function writeAuthority(host: Host, port?: number): string {
  const name = host.kind === 'address' && host.bytes.length === 16 ? `[${host.name}]` : host.name;
  return port === undefined ? name : `${name}:${port}`;
}

/** True for names that are only valid on this machine or its network: `localhost`, `nas`, `x.local`. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || LOCAL_ENDINGS.some((ending) => name.endsWith(`.${ending}`));
}
