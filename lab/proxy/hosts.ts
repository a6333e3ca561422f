// Compares a host with the exact hosts and suffixes of platforms and fault rules.

/** True when `host` equals `pattern`, or ends with it if `pattern` begins with a dot. */
export function matchesHost(host: string, pattern: string): boolean {
  return pattern.startsWith('.') ? host.endsWith(pattern) : host === pattern;
}
