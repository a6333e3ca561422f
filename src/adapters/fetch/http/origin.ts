// The current source of a part: its address, the headers for each host, and its refresh once it is stale.
import type { Source } from '../../../core/inspecting/inspection.ts';
import type { FetchFailure } from './fetch-failure.ts';

/** The origin of one part. */
export type Origin = {
  /** `generation` counts refreshes, so that users of an old source notice. */
  readonly current: () => { readonly source: Source; readonly generation: number };
  /** The headers for an address: cookies go to the source's own host only. */
  readonly headersFor: (address: string) => Readonly<Record<string, string>>;
  /** Where the address led the last time: a redirect is skipped for later ranges, until it is forgotten. */
  readonly shortcut: (address: string) => string;
  readonly forget: (address: string) => void;
  /** Called for each accepted response; `final` is the address behind redirects. */
  readonly served: (address: string, final: string) => void;
  /** Whether the next resume is conditional (If-Range): one at a time until `conditionMet` or `leaveOutConditions`. */
  readonly takeCondition: () => boolean;
  /** Ends the only conditional request; whether a response showed that the origin knows conditions. */
  readonly conditionMet: (isUnderstood: boolean) => void;
  readonly leaveOutConditions: () => void;
  /**
   * Refreshes the source unless it is newer than `generation`. Throws the failure's error after too many refreshes, and where the last
   * one was of no use.
   */
  readonly renew: (generation: number, failure: FetchFailure) => Promise<void>;
};

/** A long download may outlive several addresses, but not endlessly many. */
const MOST_RENEWALS = 2;
const MOST_SHORTCUTS = 100;

/** Starts with the task's source; `fresh` returns another or throws AppError. */
export function createOrigin(first: Source, fresh: () => Promise<Source>): Origin {
  let source = first;
  let generation = 0;
  let hasServed = false;
  let renewing: Promise<void> | null = null;
  let conditions: 'untried' | 'tried now' | 'understood' | 'left out' = 'untried';
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
    forget: (address) => void shortcuts.delete(address),
    served: (address, final) => {
      hasServed = true;
      if (shortcuts.size >= MOST_SHORTCUTS) shortcuts.clear();
      if (final === address) shortcuts.delete(address);
      else shortcuts.set(address, final);
    },
    takeCondition: () => {
      if (conditions === 'untried') conditions = 'tried now';
      else if (conditions === 'tried now') return false;
      return conditions !== 'left out';
    },
    conditionMet: (isUnderstood) => {
      if (conditions === 'tried now') conditions = isUnderstood ? 'understood' : 'untried';
    },
    leaveOutConditions: () => {
      conditions = 'left out';
    },
    renew: async (used, { error }) => {
      if (generation > used) return;
      if (!renewing) {
        if (generation >= MOST_RENEWALS || (generation > 0 && !hasServed)) throw error;
        renewing = fresh()
          .then((next) => {
            source = next;
            generation += 1;
            hasServed = false;
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

/** The host of an address with its port; empty if there is none. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? '';
}
