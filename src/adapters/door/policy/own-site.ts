// Recognizes this site's own host and addresses, which the egress proxy must not reach.

import type { Clock } from '../../../core/async/clock.ts';
import type { Resolve } from '../resolve.ts';
import { parseAddress } from './addresses.ts';
import { isLocalName, readHost } from './host.ts';

/** This site as the internet sees it. */
export type OwnSite = {
  readonly isName: (name: string) => boolean;
  /** Its addresses, at most a minute old, or as last resolved. Never rejects. */
  readonly addresses: () => Promise<readonly Uint8Array[]>;
};

const TTL_MS = 60_000;

/** `host` is that of a URL, a name or an address; undefined when the site's address is not configured. */
export function createOwnSite(options: {
  readonly host: string | undefined;
  readonly resolve: Resolve;
  readonly clock: Clock;
}): OwnSite {
  const { resolve, clock } = options;
  const host = readHost((options.host ?? '').replace(/^\[(.*)\]$/, '$1'));
  let known = host?.kind === 'address' ? [host.bytes] : [];
  let asking: Promise<void> = Promise.resolve();
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const ask = async (name: string) => {
    try {
      const texts = await resolve(name);
      known = texts.map(parseAddress).filter((bytes) => bytes !== null);
    } catch {
      // Keep the last result: a failure to resolve the site's own name must not block egress.
    }
  };

  return {
    isName: (name) => host?.kind === 'name' && host.name === name,
    async addresses() {
      if (host?.kind !== 'name' || isLocalName(host.name)) return known;
      if (clock.monotonic() - askedAtMs > TTL_MS) {
        askedAtMs = clock.monotonic();
        asking = ask(host.name);
      }
      await asking;
      return known;
    },
  };
}
