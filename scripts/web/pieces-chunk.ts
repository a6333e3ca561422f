// Which modules of the pages lie together in one file: what runs before React, the small pieces that nearly every page needs,
// and the download flow. Left to itself the bundler gives each a file of its own as soon as pages share it, and twenty small
// files weigh 4 kB more than one.
import { existsSync } from 'node:fs';
import path from 'node:path';

const SRC = path.join(import.meta.dirname, '../../src');

/** The modules below `src/folder`, by their paths without extension. Throws when there is none of that name. */
function modulesIn(folder: string, names: string): string[] {
  return names.split(/\s+/).map((name) => {
    const found = ['.ts', '.tsx']
      .map((extension) => path.join(SRC, folder, name + extension))
      .find((file) => existsSync(file));
    if (!found)
      throw new Error(`src/${folder}/${name} is to lie in a common file, and does not exist`);
    return found;
  });
}

const START = new Set([
  ...modulesIn('web/app', 'page-views share-links theme'),
  ...modulesIn('web/browser', 'clipboard clock import-again is-writing storage when-idle'),
  ...modulesIn('web/features/download', 'flow/tab-memory'),
  ...modulesIn(
    'web',
    'frame/safari/which-warning operators/shell/stored-ways-back page/page words/catalogues',
  ),
  ...modulesIn('shared', 'extension routes'),
]);

/** Whether the module with this id is needed before React is, and by what comes later too. */
export function isStart(id: string): boolean {
  return START.has(id) || id.endsWith('virtual:languages');
}

const PIECES = new Set([
  ...modulesIn(
    'web/ui',
    'badge button card class-names copy-button icon icon-button skeleton text-field toasts',
  ),
  ...modulesIn('web/page', 'lazy-section page-context part session-store use-fetched'),
  ...modulesIn(
    'web',
    'browser/request frame/breadcrumb frame/optimizer frame/safari/index words/figures words/words',
  ),
  ...modulesIn('shared', 'limits'),
]);
const ICONS = 'check|circle-alert|copy|rotate-ccw|x';
const ICON = new RegExp(`/lucide-react/dist/esm/(icons/(${ICONS})|[^/]+|shared/.*)\\.m?js$`);

/** Whether it is one of the small pieces. */
export function isPiece(id: string): boolean {
  return PIECES.has(id) || ICON.test(id);
}

/** Whether it is React itself. */
export function isReact(id: string): boolean {
  return /\/node_modules\/(react|react-dom|scheduler)\//.test(id);
}

const DOWNLOAD = new Set([
  ...modulesIn(
    'web/download-client',
    'calls failure failure-words flow-state follow-job next-step progress-stream',
  ),
  ...modulesIn('web/features/download', 'announcer link-form show-notice'),
  ...modulesIn('web/features/download/failure', 'link-problem problem-text'),
  ...modulesIn(
    'web/features/download/flow',
    'check-link download-flow flow query read-input reduce-flow run-download stage use-page-wide-input',
  ),
  ...modulesIn('shared', 'media/qualities'),
]);

/** Whether it belongs to what the link form needs at once. Other pages that start downloads load the same file. */
export function isDownload(id: string): boolean {
  return DOWNLOAD.has(id);
}
