// The response headers of a finished file: type, file name in both forms, sandboxed and not cached.
import { create } from 'content-disposition';
import { FILE_FORMATS } from '../../shared/media/formats.ts';
import { asciiNameOf } from './ascii-name.ts';

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

/**
 * Returns the headers of every response about this file. `name` may hold any characters, `plainName` is what it is called in ASCII if
 * need be; `etag` is quoted.
 */
export function fileHeaders(file: {
  readonly name: string;
  readonly plainName?: string;
  readonly extension: string;
  readonly etag: string;
}): Readonly<Record<string, string>> {
  const { name, plainName, extension, etag } = file;
  return {
    'Content-Type': TYPES.get(extension) ?? 'application/octet-stream',
    'Content-Disposition': contentDisposition(name, plainName),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  };
}

/** The header for saving under a name, which may hold any characters; `plainName` for programs that read ASCII only. */
export function contentDisposition(name: string, plainName = 'download'): string {
  return create(name, { fallback: asciiNameOf(name, plainName) });
}

const OPAQUE_TAG = /"[^"]*"/g;

/** Returns whether `If-None-Match` matches, weak or strong, so that 304 can be answered. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(OPAQUE_TAG)?.includes(etag) ?? false;
}
