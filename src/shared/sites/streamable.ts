// Streamable: links of videos, its hosts, and its canary.
import { PLATFORMS } from '../platforms/index.ts';
import type { PlatformReading } from '../platforms/platform.ts';
import { refuse, segmentsOf } from '../platforms/reading.ts';
import type { ExtraSite } from './site.ts';

const VIDEO_ID = /^[a-z\d]{3,10}$/;
/** Embedded and shared forms of the same video. */
const BEFORE_ID = new Set(['e', 'o', 's']);
/** Pages of the site that look like an id. */
const PAGES = new Set(
  'about ads api blog careers clipper contact create dmca docs editor faq features help login pricing privacy settings signup support terms upload uploads videos'.split(
    ' ',
  ),
);

/** Streamable's record. */
export const streamable: ExtraSite = {
  platform: {
    id: 'streamable',
    label: PLATFORMS.streamable.label,
    hosts: ['streamable.com', 'www.streamable.com'],
    read,
  },
  upstream: {
    shortHosts: [],
    cdnSuffixes: ['.streamable.com'],
    extractors: ['Streamable'],
    // There are no pages of uploaders.
    uploaderPage: /(?!)/,
  },
  canary: 'https://streamable.com/dnd1',
};

function read(url: URL): PlatformReading {
  const segments = segmentsOf(url);
  const [first = '', second] = segments;
  const isNested = BEFORE_ID.has(first);
  const id = isNested ? second : first;
  if (id === undefined || id === '' || PAGES.has(id)) return refuse('not_an_item');
  if (!isNested && segments.length > 1) return refuse('not_an_item');
  if (!VIDEO_ID.test(id)) return refuse('broken_id');
  return { id, kind: 'video', address: `https://streamable.com/${id}` };
}
