// Which extra sites are on, asked only for a text that names one.
import type { StatusAnswer } from '../../../shared/api/site.ts';
import type { ExtraSiteId } from '../../../shared/platforms/platform.ts';
import { isExtraSite, platformOfAnyHost } from '../../../shared/sites/index.ts';
import { requestJson } from '../../browser/request.ts';
import { readList } from '../../download-client/read-list.ts';

/** Whether a text has links of extra sites, on or off. */
export function namesSites(text: string): boolean {
  const { links } = readList(text, new Set(), platformOfAnyHost);
  return links.some(({ platform }) => isExtraSite(platform));
}

/** The extra sites of this server; none if it does not answer. */
export async function sitesOn(): Promise<readonly ExtraSiteId[]> {
  try {
    const { platforms } = await requestJson<StatusAnswer>('/api/status');
    return platforms.map(({ platform }) => platform).filter(isExtraSite);
  } catch (error) {
    console.warn('the sites of this server could not be read', error);
    return [];
  }
}
