// What the file of a download is called: in any letters, and for programs that know only ASCII.
import { readLink } from '../../shared/link.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Download } from './download.ts';

/** The name to save it under, and `YouTube dQw4w9WgXcQ`; "download" for an upload. */
export function namesOf({ fileName, platform, link }: Download, extension: string) {
  const reading = link === null ? null : readLink(link);
  const id = reading?.kind === 'link' ? reading.link.id.replace(/[^\w-]+/g, '-').slice(0, 40) : '';
  return {
    name: fileName ?? `download.${extension}`,
    plainName: platform === null ? 'download' : `${PLATFORMS[platform].label} ${id}`.trim(),
  };
}
