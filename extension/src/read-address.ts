// Reads the address of a server that was typed or stored. Pure.

/** Hosts that are reached without leaving the machine or its own network, where http is as private as the network. */
const OWN_HOSTS = [
  /^(.+\.)?localhost$/,
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^\[(::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/,
];
const IP = /^(\d+\.){3}\d+$|^\[/;

/**
 * The server of an address without a slash at its end, or null if it is no address of a website, or one to which the key would
 * travel unencrypted. A missing scheme is https. A path counts if it ends in a slash, like that of a home page below a path.
 */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.parse(whole);
  if (!url || url.username || url.password || url.hostname.includes('*')) return null;
  const isOwn = OWN_HOSTS.some((host) => host.test(url.hostname));
  const isNamed = /localhost$/.test(url.hostname) || IP.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwn && isNamed)
    ? url.origin + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : '')
    : null;
}
