// The port `ArchiveTokens`: the contents of an archive, encrypted in the token itself.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { ArchiveTokens } from '../../core/archives/ports.ts';
import { ERROR_CODES } from '../../shared/errors.ts';
import type { Seal } from './seal.ts';

/** What a sealed text is bound to. */
const PLACE = 'archive';

const params = z.record(z.string(), z.union([z.string(), z.number()]));
/** Short keys, and packed: the token is part of an address, and a hundred failures are much alike. */
const written = z.object({
  v: z.string(),
  n: z.string(),
  d: z.array(z.string()),
  k: z.array(z.int()).optional(),
  f: z.array(z.tuple([z.string(), z.enum(ERROR_CODES), params])),
  l: z.string(),
  t: z.number(),
});

/** Creates the port on a {@link Seal}. */
export function createArchiveTokens({ seal, open }: Seal): ArchiveTokens {
  return {
    seal({ visitor, fileName, downloads, numbers, failures, language, createdAt }) {
      const contents: z.input<typeof written> = {
        v: visitor,
        n: fileName,
        d: [...downloads],
        ...(numbers && { k: [...numbers] }),
        f: failures.map(({ about, code, params }) => [about, code, params]),
        l: language,
        t: createdAt,
      };
      return seal(deflateRawSync(JSON.stringify(contents)).toString('base64'), PLACE);
    },
    open(token) {
      const packed = open(token, PLACE);
      const { success, data } = written.safeParse(packed && unpack(packed));
      if (!success) return null;
      return {
        visitor: data.v,
        fileName: data.n,
        downloads: data.d,
        numbers: data.k ?? null,
        failures: data.f.map(([about, code, params]) => ({ about, code, params })),
        language: data.l,
        createdAt: data.t,
      };
    },
  };
}

/** Null for what was not packed so. */
function unpack(packed: string): unknown {
  try {
    return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
  } catch {
    return null;
  }
}
