// Built texts with the facts of this server in them, each filled and compressed once and kept in memory.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Facts, fillFacts, fillJson } from './fill-facts.ts';

/** What a body is compressed with. */
export type Coding = 'br' | 'gzip' | 'identity';

/** A text as it is sent. `etag` is strong and differs by coding. */
export type FilledFile = { readonly body: Buffer; readonly etag: string };

/** Gets a file of the built folder by its name, in a coding, for a site at this origin; null is one that is not known. */
export type FilledFiles = (
  file: string,
  language: string,
  coding: Coding,
  origin: string | null,
) => Promise<FilledFile>;

/** Good, and a few milliseconds for a page. */
const BROTLI_QUALITY = 8;
/** All pages of all languages in all codings take about 9 MB for one origin. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** What an entry takes beside its body and its facts. */
const ENTRY_BYTES = 500;

type Entry = { readonly facts: string; readonly filled: Promise<FilledFile> };

/**
 * Calls `factsOf` for each request: a fact that has changed makes the text anew. A caller may invent origins, so what is
 * kept has a bound; the least recently used texts are evicted first.
 */
export function createFilledFiles(
  webDir: string,
  factsOf: (language: string, origin: string | null) => Promise<Facts>,
  maxKeptBytes = MAX_KEPT_BYTES,
): FilledFiles {
  const kept = new LRUCache<string, Entry>({ maxSize: maxKeptBytes });

  const make = async (file: string, facts: Facts, coding: Coding): Promise<FilledFile> => {
    const fill = file.endsWith('.webmanifest') ? fillJson : fillFacts;
    const text = fill(await readFile(path.join(webDir, file), 'utf8'), facts);
    const body = await compress(Buffer.from(text), coding);
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { body, etag: `"${digest}"` };
  };

  return async (file, language, coding, origin) => {
    const key = `${coding} ${language} ${file} ${origin}`;
    const known = await factsOf(language, origin);
    const facts = JSON.stringify(known);
    const found = kept.get(key);
    if (found?.facts === facts) return found.filled;
    const entry: Entry = { facts, filled: make(file, known, coding) };
    const size = facts.length + key.length + ENTRY_BYTES;
    kept.set(key, entry, { size });
    const isKept = () => kept.peek(key) === entry;
    entry.filled.then(
      // Only now is the size of its body known. The library takes a new size with a new value only.
      ({ body }) => isKept() && kept.set(key, { ...entry }, { size: size + body.length }),
      () => isKept() && kept.delete(key),
    );
    return entry.filled;
  };
}

function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'identity') return Promise.resolve(body);
  if (coding === 'gzip') return promisify(gzip)(body, { level: 9 });
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** The best coding that an `Accept-Encoding` header allows. */
export function codingFor(acceptEncoding: string | undefined): Coding {
  const offers = (acceptEncoding ?? '').toLowerCase().split(',');
  const allows = (coding: string) =>
    offers.some((offer) => {
      const [name = '', quality = ''] = offer.split(';').map((piece) => piece.trim());
      return name === coding && !/^q=0(\.0*)?$/.test(quality);
    });
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}
