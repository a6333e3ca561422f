// The port `ArchiveTokens`: the contents of an archive, encrypted in the token itself.
import { z } from 'zod';
import type { ArchiveTokens } from '../../core/archives/ports.ts';
import { ERROR_CODES } from '../../shared/errors.ts';
import type { Seal } from './seal.ts';

/** What a sealed text is bound to. */
const PLACE = 'archive';

const params = z.record(z.string(), z.union([z.string(), z.number()]));
/** Short keys: the token is part of an address. */
const written = z.object({
  v: z.string(),
  n: z.string(),
  d: z.array(z.string()),
  f: z.array(z.tuple([z.string(), z.enum(ERROR_CODES), params])),
  l: z.string(),
  t: z.number(),
});

/** Creates the port on a {@link Seal}. */
export function createArchiveTokens({ seal, open }: Seal): ArchiveTokens {
  return {
    seal({ visitor, fileName, downloads, failures, language, createdAt }) {
      const contents: z.input<typeof written> = {
        v: visitor,
        n: fileName,
        d: [...downloads],
        f: failures.map(({ about, code, params }) => [about, code, params]),
        l: language,
        t: createdAt,
      };
      return seal(JSON.stringify(contents), PLACE);
    },
    open(token) {
      const text = open(token, PLACE);
      if (text === null) return null;
      // An earlier release may have sealed something else.
      const { success, data } = written.safeParse(JSON.parse(text));
      if (!success) return null;
      return {
        visitor: data.v,
        fileName: data.n,
        downloads: data.d,
        failures: data.f.map(([about, code, params]) => ({ about, code, params })),
        language: data.l,
        createdAt: data.t,
      };
    },
  };
}
