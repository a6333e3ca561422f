// The built texts, filled with the facts of this server and compressed; cached in memory.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Facts, fillFacts, fillJson } from './fill-facts.ts';

/** The content coding of a body. */
export type Coding = 'br' | 'gzip' | 'identity';

/** A text to send. `etag` is strong and differs per coding. */
export type FilledFile = { readonly body: Buffer; readonly etag: string };

/** Returns a file of the built folder in a language and coding, for a site at `origin`; null if the origin is unknown. */
export type FilledFiles = (
  file: string,
  language: string,
  coding: Coding,
  origin: string | null,
) => Promise<FilledFile>;

/** Compresses well in a few milliseconds per page. */
const BROTLI_QUALITY = 8;
/** All pages of all languages in all codings take about 9 MB for one origin. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** The overhead of a cache entry besides its body and its facts. */
const ENTRY_BYTES = 500;

type Entry = { readonly facts: string; readonly filled: Promise<FilledFile> };

/**
 * Creates the cache. Calls `factsOf` for each request and fills a text again when a fact has changed. Clients can invent
 * origins, so the cache is bounded; the least recently used texts are evicted first.
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
      // The size of the body is known only now. The library updates a size only together with a new value.
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

/** Returns the best coding that an `Accept-Encoding` header allows. */
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
