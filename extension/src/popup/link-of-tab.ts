// Which link the popup is about: that of the context menu, that of its own address, or that of the current tab.
import type { LinkHints, PlatformId } from '../../../src/shared/platforms/platform.ts';
import { readAnyLink } from '../../../src/shared/sites/index.ts';
import { browser } from '../browser.ts';

/** A link that may lead to a video, its platform, and what it says besides; null where there is none. */
export type FoundLink = {
  readonly url: string;
  readonly platform: PlatformId;
  readonly hints: LinkHints;
} | null;

/** Looks for the link. */
export async function linkOfTab(): Promise<FoundLink> {
  const named = new URLSearchParams(location.search).get('link');
  if (named !== null) return understood(named);
  const { asked } = await browser.storage.session.get('asked');
  await browser.storage.session.remove('asked');
  if (typeof asked === 'string') return understood(asked);
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return understood(tab?.url ?? '');
}

/** A text as a link; null if no platform has such links. The server says whether it has the site. */
export function understood(text: string): FoundLink {
  const reading = readAnyLink(text);
  if (reading.kind === 'link')
    return {
      url: reading.link.address,
      platform: reading.link.platform,
      hints: reading.link.hints,
    };
  if (reading.kind === 'short')
    return { url: reading.short.address, platform: reading.short.platform, hints: {} };
  return null;
}
