// Which modules of the pages lie together in one file: the small pieces that nearly every page needs, and the download flow.
// Left to itself the bundler gives each a file of its own as soon as pages share it, and twenty small files weigh 4 kB more
// than one.

const UI = 'badge|button|card|class-names|copy-button|icon|icon-button|skeleton|text-field|toasts';
const WEB =
  'page/(session-store|lazy-section|page-context|part|use-fetched)|browser/request|frame/(breadcrumb|optimizer)|words/(figures|words)';
const ICONS = 'check|circle-alert|copy|rotate-ccw|x';

/** Whether the module with this id is one of the small pieces. */
export function isPiece(id: string): boolean {
  return PIECE.test(id);
}

const PIECE = new RegExp(
  [
    `/src/web/(ui/(${UI})|${WEB})\\.tsx?$`,
    '/src/web/frame/safari/index\\.tsx$',
    '/src/shared/limits\\.ts$',
    `/lucide-react/dist/esm/(icons/(${ICONS})|[^/]+|shared/.*)\\.m?js$`,
  ].join('|'),
);

/** Whether it is needed before React is, and by what comes later too. */
export function isStart(id: string): boolean {
  return START.test(id);
}

const START_APP = 'app/(page-views|share-links|theme)|page/page';
const START_BROWSER = 'clipboard|clock|import-again|is-writing|storage|when-idle';
const START_FEATURES =
  'features/download/flow/tab-memory|frame/safari/which-warning|operators/shell/stored-ways-back';
const START = new RegExp(
  `/src/(web/(${START_APP}|browser/(${START_BROWSER})|${START_FEATURES}|words/catalogues)|shared/(extension|routes))\\.ts$|virtual:languages$`,
);

/** Whether it is React itself. */
export function isReact(id: string): boolean {
  return /\/node_modules\/(react|react-dom|scheduler)\//.test(id);
}

const CLIENT = 'calls|failure|failure-words|flow-state|follow-job|next-step|progress-stream';
const FLOW =
  'check-link|download-flow|flow|query|read-input|reduce-flow|run-download|stage|use-page-wide-input|use-tab-title';
const FAILURE = 'link-problem|problem-text';

/** Whether it belongs to what the link form needs at once. Other pages that start downloads load the same file. */
export function isDownload(id: string): boolean {
  return DOWNLOAD.test(id);
}

const DOWNLOAD = new RegExp(
  `/src/(shared/media/qualities|web/(download-client/(${CLIENT})|features/download/(announcer|cookies-off|link-form|show-notice|failure/(${FAILURE})|flow/(${FLOW}))))\\.tsx?$`,
);
