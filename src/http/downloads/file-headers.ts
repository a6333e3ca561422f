// The headers under which a finished file is sent: its type, its name in both forms, and nothing to be run or kept.
import { create } from 'content-disposition';
import { FILE_FORMATS } from '../../shared/formats.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FILE_FORMATS).flatMap(([extension, { mimeType }]): [string, string][] =>
    mimeType ? [[extension, mimeType]] : [],
  ),
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
]);

/** Headers of every answer that concerns this file. `name` may hold any letters; `etag` has its quotes. */
export function fileHeaders(file: {
  readonly name: string;
  readonly extension: string;
  readonly etag: string;
}): Readonly<Record<string, string>> {
  const { name, extension, etag } = file;
  return {
    'Content-Type': TYPES.get(extension) ?? 'application/octet-stream',
    // A question mark, the library's own stand-in, is a letter that no Windows takes in a name.
    'Content-Disposition': create(name, { fallback: name.replace(/[^\x20-\x7e]|%/gu, '_') }),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  };
}

/** Whether `If-None-Match` names this file, so that its bytes need not be sent again. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
