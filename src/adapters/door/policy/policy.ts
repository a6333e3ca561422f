// What may be dialled. Production has one policy, which only a constructor argument can replace.
import { networkInterfaces } from 'node:os';
import type { Clock } from '../../../core/async/clock.ts';
import { isPublic, isSameAddress, type Nat64, parseAddress } from './addresses.ts';

/** The checks before a connection is opened. */
export type EgressPolicy = {
  readonly isAllowedAddress: (bytes: Uint8Array) => boolean;
  readonly isAllowedPort: (port: number) => boolean;
};

const OWN_ADDRESSES_TTL_MS = 5_000;

/** Public addresses other than this machine's own, on the web's ports. */
export function createEgressPolicy(options: {
  readonly clock: Clock;
  readonly nat64?: Nat64;
}): EgressPolicy {
  const { clock, nat64 } = options;
  let own: readonly Uint8Array[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;

  function ownAddresses(): readonly Uint8Array[] {
    if (clock.monotonic() - readAtMs > OWN_ADDRESSES_TTL_MS) {
      own = readOwnAddresses();
      readAtMs = clock.monotonic();
    }
    return own;
  }

  return {
    isAllowedAddress: (bytes) =>
      isPublic(bytes, nat64) && !ownAddresses().some((address) => isSameAddress(address, bytes)),
    isAllowedPort: (port) => port === 443 || port === 80,
  };
}

function readOwnAddresses(): Uint8Array[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => parseAddress(address.split('%', 1)[0] ?? ''))
    .filter((bytes) => bytes !== null);
}
