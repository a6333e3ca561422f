// Reduces errors to what may be logged of them: this product's own sentences, never the words of a platform, a program or a visitor.
import { type AppError, ERRORS } from '../../shared/errors.ts';
import { refOfDownload } from './errors.ts';

const MAX_PLACES = 8;
const MAX_FINDINGS = 3;
const MAX_LENGTH = 200;
/** The characters of own sentences. Addresses, quotations and paths have others. */
const OWN_SENTENCE = /^[\w ,;.()×=+’'%-]+$/;
/** What ffmpeg says about damaged files, without the names and figures around it. */
const FINDINGS =
  /moov atom not found|Invalid data found when processing input|could not find codec parameters|error reading header|Error while decoding stream|Error submitting packet to decoder|Invalid NAL unit size|partial file|CRC mismatch|EBML header parsing failed|End of file|Conversion failed|does not contain any stream|Not yet implemented/gi;

/**
 * The sentence that says what was wrong; undefined where there is none. Own sentences follow a code; whatever follows them is
 * the text of others and left out, but for well-known findings.
 */
export function reasonOf({ code, message }: AppError): string | undefined {
  if (code.startsWith('engine_')) return withoutWords(message);
  const said = message.split(': ');
  const end = said.findIndex((part, at) => !isCode(part) && !isCode(said[at - 1]));
  const own = said
    .slice(0, end < 0 ? said.length : end)
    .filter((part) => !isCode(part) && OWN_SENTENCE.test(part));
  const findings = [...new Set(message.match(FINDINGS))].slice(0, MAX_FINDINGS);
  return [...own, ...findings].join(': ').slice(0, MAX_LENGTH) || undefined;
}

/** The log entry of a download that failed as was to be expected, under the reference that answers about it carry. */
export function failureEntry(id: string, error: AppError) {
  return { code: error.code, ref: refOfDownload(id), detail: reasonOf(error) };
}

const isCode = (part: string | undefined) => part !== undefined && Object.hasOwn(ERRORS, part);

/**
 * Reduces a Python traceback to its frames and the name of the exception. The messages are dropped: they may hold a link
 * or a title.
 */
export function withoutWords(text: string): string {
  const lines = text.split('\n');
  const places = lines.flatMap(
    (line) =>
      line
        .match(/^\s+File "[^"]*\/([\w.]+)", (line \d+)/)
        ?.slice(1, 3)
        .join(' ') ?? [],
  );
  const exception = lines
    .findLast((line) => /^[\w.]+(Error|Exception|Exit)\b/.test(line))
    ?.match(/^[\w.]+/)?.[0];
  const start = lines[0]?.match(/^engine_[a-z]+(: [a-z]+( -?\d+)?)?/)?.[0];
  return [start, ...places.slice(-MAX_PLACES), exception].filter(Boolean).join(' · ');
}
