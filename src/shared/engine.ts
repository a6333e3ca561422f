// The words in which updates of the engine (yt-dlp) are told, for the server, its wire contract and the operators' pages.

/** Nothing older is ever used: docs/decisions/0002-engine-install.md. */
export const OLDEST_ENGINE = '2026.08.19';

/** What the server does by itself: nothing; tell of new versions; try them and switch. */
export const UPDATE_MODES = ['off', 'notify', 'auto'] as const;

/** One of {@link UPDATE_MODES}. */
export type UpdateMode = (typeof UPDATE_MODES)[number];

/**
 * What runs now: asking the index; installing beside the engine in use; starting it and looking at what it can do;
 * inspecting the canaries with both; handing over; going back to the one before.
 */
export const UPDATE_STEPS = [
  'looking',
  'installing',
  'self_test',
  'canaries',
  'switching',
  'rolling_back',
] as const;

/** One of {@link UPDATE_STEPS}. */
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/**
 * Why updating is not possible here: `ENGINE_UPDATES=off`; the engine is the operator's own (`YTDLP_PATH`); it is not one
 * that pip installed (Debian's package), which only `npm run engine:update` can replace; the folder `.engine` may not be
 * written to.
 */
export const UPDATE_OBSTACLES = [
  'switched_off',
  'own_engine',
  'system_package',
  'read_only',
] as const;

/** One of {@link UPDATE_OBSTACLES}. */
export type UpdateObstacle = (typeof UPDATE_OBSTACLES)[number];

/** Why a version is not taken: what it lacks or fails, or that it was taken and given back. */
export const REFUSAL_REASONS = [
  'does_not_start',
  'wrong_version',
  'lacks_extractors',
  'lacks_solver',
  'lacks_js_runtime',
  'lacks_impersonation',
  'canaries_failed',
  'rolled_back',
  'rolled_back_by_operator',
] as const;

/** One of {@link REFUSAL_REASONS}. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * How the last step ended. `no_canary_passes`: nothing passes with either engine, so nothing can be told and it is tried
 * again later. `index_unreachable`, `install_failed`, `disk_full` and `interrupted` say nothing about the version.
 */
export const UPDATE_RESULTS = [
  'up_to_date',
  'available',
  'switched',
  'refused',
  'rolled_back',
  'no_canary_passes',
  'index_unreachable',
  'install_failed',
  'disk_full',
  'rollback_failed',
  'interrupted',
] as const;

/** One of {@link UPDATE_RESULTS}. */
export type UpdateResult = (typeof UPDATE_RESULTS)[number];

const VERSION = /^(20\d{2})\.(\d{1,2})\.(\d{1,2})(?:\.(\d{1,6}))?$/;

/** A version of yt-dlp as it is written everywhere here (`2026.08.19`, for pip's `2026.8.19` too), or null for any other text. */
export function readEngineVersion(text: string): string | null {
  const [, year, month, day, more] = VERSION.exec(text) ?? [];
  if (!year || !month || !day) return null;
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  if (!isDay) return null;
  const parts = [year, month.padStart(2, '0'), day.padStart(2, '0')];
  return [...parts, ...(more ? [String(Number(more))] : [])].join('.');
}

/** Below 0 when `a` is older than `b`, above 0 when it is newer; both as {@link readEngineVersion} gives them. */
export function compareEngineVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < 4; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
