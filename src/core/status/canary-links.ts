// The links of canaries: those that operators set, until then those of the configuration, or else the default ones.
import { AppError } from '../../shared/errors.ts';
import { type CANARY_ORIGINS, MAX_CANARIES } from '../../shared/operator-limits.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { LiveSetting } from '../settings/live-setting.ts';

/** Where the links come from. */
export type CanaryOrigin = (typeof CANARY_ORIGINS)[number];

/** The links in use. */
export type CanaryLinks = {
  readonly list: () => readonly Link[];
  readonly origin: () => CanaryOrigin;
  /** Null takes back what operators set. Throws AppError `invalid_request` for a text that is not the link of an item, for short links, and for duplicates, with its `line`. */
  readonly set: (texts: readonly string[] | null) => Promise<readonly Link[]>;
};

/** Creates the list. `configured` are texts that {@link readCanaryLink} accepts; undefined for the default ones. */
export function createCanaryLinks(needs: {
  readonly setting: LiveSetting<readonly string[] | null>;
  readonly configured: readonly string[] | undefined;
  readonly defaults: readonly string[];
}): CanaryLinks {
  const { setting, configured, defaults } = needs;
  const linksOf = (texts: readonly string[]) =>
    texts.flatMap((text) => readCanaryLink(text) ?? []).slice(0, MAX_CANARIES);
  const list = () => linksOf(setting.get() ?? configured ?? defaults);
  return {
    list,
    origin() {
      if (setting.get() !== null) return 'operators';
      return configured ? 'setting' : 'defaults';
    },
    async set(texts) {
      if (texts === null) {
        await setting.change(() => null);
        return list();
      }
      const addresses = texts.map((text) => readCanaryLink(text)?.address);
      const wrong = addresses.findIndex(
        (one, at) => one === undefined || addresses.indexOf(one) < at,
      );
      if (wrong >= 0)
        throw new AppError('invalid_request', {
          params: { field: 'links', line: wrong + 1 },
          detail: 'a canary is no link, or there twice',
        });
      await setting.change(() => addresses.filter((one) => one !== undefined));
      return list();
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
