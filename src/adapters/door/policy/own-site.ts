// What leads back to this site: the host of its public address, and what that means in the name service. For the door.

import type { Clock } from '../../../core/async/clock.ts';
import type { Resolve } from '../resolve.ts';
import { parseAddress } from './addresses.ts';
import { isLocalName, readHost } from './host.ts';

/** This site, as the internet knows it. */
export type OwnSite = {
  readonly isName: (name: string) => boolean;
  /** As they were a minute ago at most, or when the name could last be resolved. Never rejects. */
  readonly addresses: () => Promise<readonly Uint8Array[]>;
};

const TTL_MS = 60_000;

/** `host` is that of a URL, a name or an address; undefined where nobody said how the site is called. */
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
      // The last answer stands: nobody shall be kept from going out because our own name fails.
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
