// The vocabulary of changes of the engine (yt-dlp) and its setup, for the server, its API and the operators' pages.

/** What can be changed while the server runs: the engine's version, its setup, or an account that it may use. */
export const CHANGE_KINDS = ['engine', 'setup', 'account'] as const;

/** One of {@link CHANGE_KINDS}. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What can be taken back. */
export const REVERSIBLE_KINDS = ['engine', 'setup'] as const;

/** One of {@link REVERSIBLE_KINDS}. */
export type ReversibleKind = (typeof REVERSIBLE_KINDS)[number];

/** The texts of a setup, in the form of the settings EGRESSES, ENGINE_ARGS and POT_PROVIDER_URL. */
export const SETUP_PARTS = ['egresses', 'arguments', 'provider'] as const;

/** What an entry of the log of changes is about. */
export const CHANGE_PARTS = ['engine', 'libraries', ...SETUP_PARTS, 'account'] as const;

/** One of {@link CHANGE_PARTS}. */
export type ChangePart = (typeof CHANGE_PARTS)[number];

/** One of {@link SETUP_PARTS}. */
export type SetupPart = (typeof SETUP_PARTS)[number];

/**
 * Where a text in use is from: operators set it; the environment or its file; what was last in use, because that of the
 * environment was refused.
 */
export const SETUP_SOURCES = ['operators', 'environment', 'last_live'] as const;

/** One of {@link SETUP_SOURCES}. */
export type SetupSource = (typeof SETUP_SOURCES)[number];

/** Maximum characters of a text of a setup. */
export const MAX_SETUP_CHARACTERS = 8000;

/** The oldest supported version: docs/decisions/0002-engine-install.md. */
export const OLDEST_ENGINE = '2026.08.19';

/** What the server does automatically: nothing; announce new versions; try them and switch. */
export const UPDATE_MODES = ['off', 'notify', 'auto'] as const;

/** One of {@link UPDATE_MODES}. */
export type UpdateMode = (typeof UPDATE_MODES)[number];

/**
 * The running step: querying the index; installing beside the engine in use; starting it and checking its features;
 * inspecting the canaries with both; switching; rolling back to the previous one.
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
 * Why updating is not possible: `ENGINE_UPDATES=off`; the engine is the operator's own (`YTDLP_PATH`); it was not installed
 * by pip (Debian's package), so that only `npm run engine:update` can replace it; the folder `.engine` is not writable.
 */
export const UPDATE_OBSTACLES = [
  'switched_off',
  'own_engine',
  'system_package',
  'read_only',
] as const;

/** One of {@link UPDATE_OBSTACLES}. */
export type UpdateObstacle = (typeof UPDATE_OBSTACLES)[number];

/** Why a version or a setup is refused: what it lacks or fails, or that it was rolled back. */
export const REFUSAL_REASONS = [
  'does_not_start',
  'wrong_version',
  'lacks_extractors',
  'lacks_solver',
  'lacks_js_runtime',
  'lacks_impersonation',
  'unreadable',
  'ignores_arguments',
  'egress_unreachable',
  'provider_fails',
  'canaries_failed',
  'rolled_back',
  'rolled_back_by_operator',
] as const;

/** One of {@link REFUSAL_REASONS}. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * How the last step ended. `no_canary_passes`: no canary passes with either engine, so the comparison is inconclusive and
 * is repeated later. `index_unreachable`, `install_failed`, `disk_full` and `interrupted` say nothing about the version.
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

/** Normalizes a version of yt-dlp (`2026.08.19`, also for pip's `2026.8.19`). Returns null for any other text. */
export function readEngineVersion(text: string): string | null {
  const [, year, month, day, more] = VERSION.exec(text) ?? [];
  if (!year || !month || !day) return null;
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  if (!isDay) return null;
  const parts = [year, month.padStart(2, '0'), day.padStart(2, '0')];
  return [...parts, ...(more ? [String(Number(more))] : [])].join('.');
}

/** Compares two versions normalized by {@link readEngineVersion}: below 0 if `a` is older than `b`, above 0 if it is newer. */
export function compareEngineVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < 4; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
