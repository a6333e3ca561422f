// The response headers of a finished file: type, file name in both forms, sandboxed and not cached.
import { create } from 'content-disposition';
import { FILE_FORMATS } from '../../shared/media/formats.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FILE_FORMATS).flatMap(([extension, { mimeType }]): [string, string][] =>
    mimeType ? [[extension, mimeType]] : [],
  ),
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
  ['zip', 'application/zip'],
]);

/** Returns the headers of every response about this file. `name` may hold any characters; `etag` is quoted. */
export function fileHeaders(file: {
  readonly name: string;
  readonly extension: string;
  readonly etag: string;
}): Readonly<Record<string, string>> {
  const { name, extension, etag } = file;
  return {
    'Content-Type': TYPES.get(extension) ?? 'application/octet-stream',
    'Content-Disposition': contentDisposition(name),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  };
}

/** The header for saving under a name, which may hold any characters. */
export function contentDisposition(name: string): string {
  // The library's own placeholder, a question mark, is not allowed in file names on Windows.
  return create(name, { fallback: name.replace(/[^\x20-\x7e]|%/gu, '_') });
}

const OPAQUE_TAG = /"[^"]*"/g;

/** Returns whether `If-None-Match` matches, weak or strong, so that 304 can be answered. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(OPAQUE_TAG)?.includes(etag) ?? false;
}
