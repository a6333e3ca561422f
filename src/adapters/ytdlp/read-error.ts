// From a failure as the engine reports it to one of our codes; the only place that knows what yt-dlp says. For the engine.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { FAILURES, type Failure, LIMITED, type Row, SAID } from './failure-table.ts';

/** A failure as engine/extract.py explains it. */
export type EngineFailure = {
  readonly type: string;
  readonly message: string;
  /** Status of the HTTP answer behind it. */
  readonly httpStatus?: number | null | undefined;
  /** Class name of the exception behind it. */
  readonly cause?: string | null | undefined;
  /** Where the item may be seen, as country codes. */
  readonly countries?: readonly string[] | null | undefined;
};

/**
 * The code of a failure, with `platform` and for `geo_blocked` `countries` as parameters. What no row of the table knows
 * is `platform_changed`: an extractor that stumbles is one that no longer understands its platform.
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

/** Why an answer without anything to fetch came without an error, as far as its warnings tell. */
export function readWarnings(warnings: readonly string[]): ErrorCode | undefined {
  const text = warnings.map(plain).join('\n');
  const said = { type: '', cause: '', text, warnings: text, status: null };
  return codeIn(SAID, said) ?? (LIMITED.test(text) ? 'engine_limited' : undefined);
}

function codeIn(table: readonly Row[], failure: Failure): ErrorCode | undefined {
  const row = table.find(([, sign]) =>
    typeof sign === 'function' ? sign(failure) : sign.test(failure.text),
  );
  return row?.[0];
}

// yt-dlp's advice for its own command line names logins and cookies where neither is the matter.
const ADVICE = /\b(?:use --(?:cookies|username|netrc)|please report this issue on)\b[\s\S]*/u;

function plain(message: string): string {
  const straight = message.replace(/[\u2018\u2019\u02bc]/gu, "'").toLowerCase();
  return straight.replace(ADVICE, '');
}

function statusIn(message: string): number | null {
  const status = /HTTP Error (\d{3})/u.exec(message)?.[1];
  return status === undefined ? null : Number(status);
}

/** A message for the log, without what would tell which item a visitor asked for. */
function withoutAddresses(message: string): string {
  return message
    .replace(/https?:\/\/\S+/gu, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200);
}
