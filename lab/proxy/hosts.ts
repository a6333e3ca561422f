// How the lab compares a host with the exact hosts and suffixes that platforms and fault rules name.

/** True when `host` is `pattern`, or ends with it where `pattern` begins with a dot. */
export function matchesHost(host: string, pattern: string): boolean {
  return pattern.startsWith('.') ? host.endsWith(pattern) : host === pattern;
}
