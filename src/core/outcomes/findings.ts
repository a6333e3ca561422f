// Counts what was wrong with the files that no one got, by kind, for the operators' cockpit.
import type { AppError, ErrorCode } from '../../shared/errors.ts';
import { FINDING_KINDS, type FindingKind } from '../../shared/findings.ts';

/** How often each kind was met since this process began. */
export type Findings = {
  /** Counts why a download failed, if its file was the reason. */
  readonly note: (error: AppError) => void;
  readonly list: () => readonly { readonly kind: FindingKind; readonly count: number }[];
};

const ABOUT_FILES: ReadonlySet<ErrorCode> = new Set(['bad_media', 'damaged_file', 'making_failed']);

/** The words of the checks, in the order in which they are tried. */
const SIGNS: readonly (readonly [FindingKind, RegExp])[] = [
  ['changed', /\bchanged\b|another (?:playlist|range)|was not requested/],
  ['incomplete', /bytes instead|less than|moov atom|partial file|break off|zeros|segments|empty/],
  ['decoding', /decode|torn|invalid data|crc mismatch|nal unit|packet/i],
  ['apart', /\bapart\b|\bsync|after its sound/],
  ['length', /\blasts\b|duration|s of sound where/],
  ['silent', /\bsilen|\bblack\b/],
  ['size', /\d × \d|pictures a second|channels/],
  ['streams', /\bit has\b|there is no|no (?:picture|sound)|streams|belongs/],
  ['codec', /(?:picture|sound) is [\w-]+ instead/],
  ['foreign', /instead of media|begins with|not a\b|it is\b|playlist|index/],
];

/** Creates it; nothing is counted yet. */
export function createFindings(): Findings {
  const counts = new Map<FindingKind, number>();
  return {
    note(error) {
      if (!ABOUT_FILES.has(error.code)) return;
      const kind = kindOf(error.message);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
    list: () =>
      FINDING_KINDS.flatMap((kind) => {
        const count = counts.get(kind);
        return count ? [{ kind, count }] : [];
      }),
  };
}

function kindOf(message: string): FindingKind {
  return SIGNS.find(([, sign]) => sign.test(message))?.[0] ?? 'other';
}
