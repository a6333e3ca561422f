// Where a part comes from at this moment: its source, what may be said to which host, and a fresh one when it went stale.
import type { Source } from '../../../core/inspecting/inspection.ts';
import type { FetchFailure } from './fetch-failure.ts';

/** The origin of one part. */
export type Origin = {
  /** `generation` counts fresh sources, so that whoever used an old one can tell. */
  readonly current: () => { readonly source: Source; readonly generation: number };
  /** The headers for an address: cookies go to the source's own host and to no other. */
  readonly headersFor: (address: string) => Readonly<Record<string, string>>;
  /** Where a redirect led, so that the way need not be gone for every range. */
  readonly shortcut: (address: string) => string;
  readonly learn: (address: string, final: string) => void;
  /** Gets a fresh source unless there is one newer than `generation`. Throws the trouble's error when that was done often enough. */
  readonly renew: (generation: number, trouble: FetchFailure) => Promise<void>;
};

/** An address may go stale in a long download more than once, but not endlessly. */
const MOST_RENEWALS = 2;
const MOST_SHORTCUTS = 100;

/** Starts with the source of the task; `fresh` asks for another and throws AppError when there is none. */
export function createOrigin(first: Source, fresh: () => Promise<Source>): Origin {
  let source = first;
  let generation = 0;
  let renewing: Promise<void> | null = null;
  const shortcuts = new Map<string, string>();

  return {
    current: () => ({ source, generation }),
    headersFor: (address) => {
      const cookies = Object.entries(source.cookies).map(([name, value]) => `${name}=${value}`);
      const isOwn = hostOf(address) === hostOf(source.address);
      return {
        ...source.headers,
        ...(isOwn && cookies.length > 0 && { cookie: cookies.join('; ') }),
      };
    },
    shortcut: (address) => shortcuts.get(address) ?? address,
    learn: (address, final) => {
      if (shortcuts.size >= MOST_SHORTCUTS) shortcuts.clear();
      if (final === address) shortcuts.delete(address);
      else shortcuts.set(address, final);
    },
    renew: async (used, { error }) => {
      if (generation > used) return;
      if (!renewing) {
        if (generation >= MOST_RENEWALS) throw error;
        renewing = fresh()
          .then((next) => {
            source = next;
            generation += 1;
            shortcuts.clear();
          })
          .finally(() => {
            renewing = null;
          });
      }
      await renewing;
    },
  };
}

/** The host of an address with its port; empty for none. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? '';
}
