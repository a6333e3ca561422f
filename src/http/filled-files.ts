// Built texts with the facts of this server in them, each filled and compressed once and kept in memory.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Facts, fillFacts, fillJson } from './fill-facts.ts';

/** What a body is compressed with. */
export type Coding = 'br' | 'gzip' | 'identity';

/** A text as it is sent. `etag` is strong and differs by coding. */
export type FilledFile = { readonly body: Buffer; readonly etag: string };

/** Gets a file of the built folder by its name, in a coding. */
export type FilledFiles = (file: string, language: string, coding: Coding) => Promise<FilledFile>;

/** Good, and a few milliseconds for a page. */
const BROTLI_QUALITY = 8;

/** `factsOf` is asked each time: a fact that has changed makes the text anew. There are as many texts as the build made. */
export function createFilledFiles(
  webDir: string,
  factsOf: (language: string) => Promise<Facts>,
): FilledFiles {
  const kept = new Map<string, { facts: string; filled: Promise<FilledFile> }>();
  const make = async (file: string, facts: Facts, coding: Coding): Promise<FilledFile> => {
    const fill = file.endsWith('.webmanifest') ? fillJson : fillFacts;
    const text = fill(await readFile(path.join(webDir, file), 'utf8'), facts);
    const body = await compress(Buffer.from(text), coding);
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { body, etag: `"${digest}"` };
  };
  return async (file, language, coding) => {
    const key = `${coding} ${language} ${file}`;
    const facts = await factsOf(language);
    const same = JSON.stringify(facts);
    const found = kept.get(key);
    if (found?.facts === same) return found.filled;
    const filled = make(file, facts, coding);
    kept.set(key, { facts: same, filled });
    filled.catch(() => kept.delete(key));
    return filled;
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
