// The links that canaries look at: those that operators set, or the configuration's while nothing was set.
import { AppError } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import { MAX_CANARIES } from '../../shared/operator-limits.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { LiveSetting } from '../settings/live-setting.ts';

/** The links in use. */
export type CanaryLinks = {
  readonly list: () => readonly Link[];
  /** Nothing was ever set. */
  readonly isDefault: () => boolean;
  /** Throws AppError `invalid_request` for what is no link of an item, for short links, and for one that is named twice. */
  readonly set: (texts: readonly string[]) => Promise<readonly Link[]>;
};

/** Makes them. `defaults` are texts that {@link readCanaryLink} takes. */
export function createCanaryLinks(needs: {
  readonly setting: LiveSetting<readonly string[] | null>;
  readonly defaults: readonly string[];
}): CanaryLinks {
  const { setting } = needs;
  const linksOf = (texts: readonly string[]) =>
    texts.flatMap((text) => readCanaryLink(text) ?? []).slice(0, MAX_CANARIES);
  return {
    list: () => linksOf(setting.get() ?? needs.defaults),
    isDefault: () => setting.get() === null,
    async set(texts) {
      const links = linksOf(texts);
      const different = new Set(links.map(({ address }) => address));
      if (links.length !== texts.length || different.size !== links.length)
        throw new AppError('invalid_request', {
          params: { field: 'links' },
          detail: 'a canary is no link',
        });
      await setting.change(() => [...different]);
      return links;
    },
  };
}

/** The link in a text, or null: a short link may lead elsewhere tomorrow and is none. */
export function readCanaryLink(text: string): Link | null {
  const reading = readLink(text);
  return reading.kind === 'link' ? reading.link : null;
}

/** The setting `canaries` from whatever was kept; null while nothing was set. */
export function readCanaryTexts(kept: unknown): readonly string[] | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((one) => typeof one === 'string').slice(0, MAX_CANARIES);
}
