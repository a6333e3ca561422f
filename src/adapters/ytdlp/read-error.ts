// Maps a failure that the engine reports to an error code; the only place that knows yt-dlp's messages.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import {
  FAILURES,
  type Failure,
  LIMITED,
  LOCKED,
  LOCKED_FOR_SESSION,
  MESSAGES,
  type Row,
} from './failure-table.ts';

/** A failure as engine/explain.py describes it. */
export type EngineFailure = {
  readonly type: string;
  readonly message: string;
  /** Status of the underlying HTTP response. */
  readonly httpStatus?: number | null | undefined;
  /** Class name of the underlying exception. */
  readonly cause?: string | null | undefined;
  /** Countries where the item is available, as codes. */
  readonly countries?: readonly string[] | null | undefined;
};

/**
 * The AppError of a failure, with the parameters `platform` and, for `geo_blocked`, `countries`. A message that no row
 * of the table matches is `platform_changed`: the extractor no longer understands its platform.
 */
export function readError(
  error: EngineFailure,
  warnings: readonly string[],
  platform: PlatformId,
): AppError {
  const failure: Failure = {
    type: error.type,
    cause: error.cause ?? '',
    text: plain(error.message),
    warnings: warnings.map(plain).join('\n'),
    status: error.httpStatus ?? statusIn(error.message),
    platform,
  };
  const code = codeIn(FAILURES, failure) ?? 'platform_changed';
  const countries = (error.countries ?? []).filter((name) => /^[A-Z]{2}$/u.test(name)).slice(0, 30);
  const detail = `${error.type}: ${withoutAddresses(error.message)}`;
  const hasCountries = code === 'geo_blocked' && countries.length > 0;
  return new AppError(code, {
    params: { platform, ...(hasCountries ? { countries: countries.join(', ') } : {}) },
    detail,
  });
}

/** Why an answer has nothing to fetch although there was no error, judging by its warnings. */
export function readWarnings(warnings: readonly string[]): ErrorCode | undefined {
  const text = warnings.map(plain).join('\n');
  const failure = { type: '', cause: '', text, warnings: text, status: null };
  return codeIn(MESSAGES, failure) ?? (LIMITED.test(text) ? 'engine_limited' : undefined);
}

/** Whether formats are locked, and whether that may be so in this session only; null if none is. */
export function readLock(warnings: readonly string[]): 'session' | 'locked' | null {
  const text = warnings.map(plain).join('\n');
  if (LOCKED_FOR_SESSION.test(text)) return 'session';
  return LOCKED.test(text) ? 'locked' : null;
}

function codeIn(table: readonly Row[], failure: Failure): ErrorCode | undefined {
  const row = table.find(([, sign]) =>
    typeof sign === 'function' ? sign(failure) : sign.test(failure.text),
  );
  return row?.[0];
}

// yt-dlp's advice for its command line mentions logins and cookies where neither matters.
const ADVICE = /\b(?:use --(?:cookies|username|netrc)|please report this issue on)\b[\s\S]*/u;

function plain(message: string): string {
  const straight = message.replace(/[\u2018\u2019\u02bc]/gu, "'").toLowerCase();
  return straight.replace(ADVICE, '');
}

function statusIn(message: string): number | null {
  const status = /HTTP Error (\d{3})/u.exec(message)?.[1];
  return status === undefined ? null : Number(status);
}

/** A message for the log, without parts that identify the requested item. */
function withoutAddresses(message: string): string {
  return message
    .replace(/https?:\/\/\S+/gu, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200);
}
