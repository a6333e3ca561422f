// The links of canaries: those that operators set, or the configuration's until they do.
import { AppError } from '../../shared/errors.ts';
import { MAX_CANARIES } from '../../shared/operator-limits.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { LiveSetting } from '../settings/live-setting.ts';

/** The links in use. */
export type CanaryLinks = {
  readonly list: () => readonly Link[];
  /** True until operators set links. */
  readonly isDefault: () => boolean;
  /** Throws AppError `invalid_request` for a text that is not the link of an item, for short links, and for duplicates. */
  readonly set: (texts: readonly string[]) => Promise<readonly Link[]>;
};

/** Creates the list. `defaults` are texts that {@link readCanaryLink} accepts. */
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

/** Reads a link; null for a short link, whose target may change, and for anything else. */
export function readCanaryLink(text: string): Link | null {
  const reading = readAnyLink(text);
  return reading.kind === 'link' ? reading.link : null;
}

/** Reads the stored setting `canaries`; null until links are set. */
export function readCanaryTexts(kept: unknown): readonly string[] | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((one) => typeof one === 'string').slice(0, MAX_CANARIES);
}
