// How an operator's file of cookies does: who may read it, for which platforms it has cookies, and until when. Never a name or a value.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Clock } from '../../core/async/clock.ts';
import { asStorageError } from '../../core/files/disk-error.ts';
import { isHostOf, PLATFORMS } from '../../shared/platforms/index.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';

const MAX_BYTES = 1024 * 1024;
/** Group and others, read. */
const READ_BY_OTHERS = 0o044;
/** Seven columns: domain, whether its sub-domains too, path, whether https only, end, name, value. */
const COLUMNS = 7;
const HTTP_ONLY = '#HttpOnly_';

/** What is said of it. `earliestExpiry` is epoch milliseconds, null when no cookie of the platform has an end. */
export type CookieHealth = {
  readonly exists: boolean;
  readonly readByOthers: boolean;
  readonly ageSeconds: number | null;
  readonly platforms: readonly {
    readonly platform: PlatformId;
    readonly cookies: number;
    readonly earliestExpiry: number | null;
  }[];
};

const MISSING: CookieHealth = {
  exists: false,
  readByOthers: false,
  ageSeconds: null,
  platforms: [],
};

/** Looks at the file and changes nothing. What is longer than a megabyte is read no further. */
export async function readCookieHealth(file: string, clock: Clock): Promise<CookieHealth> {
  // A pipe in its place does not keep us waiting.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'ENOTDIR')
        return null;
      throw asStorageError(error);
    },
  );
  if (!handle) return MISSING;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return MISSING;
    const bytes = Buffer.alloc(Math.min(stat.size, MAX_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return {
      exists: true,
      readByOthers: (stat.mode & READ_BY_OTHERS) !== 0,
      ageSeconds: Math.max(0, Math.floor((clock.now() - stat.mtimeMs) / 1000)),
      platforms: cookiesByPlatform(bytes.subarray(0, bytesRead).toString('latin1')),
    };
  } finally {
    await handle.close();
  }
}

/** The platforms that the text of a Netscape file has cookies for. */
export function cookiesByPlatform(text: string): CookieHealth['platforms'] {
  const cookies = text.split('\n').flatMap((line) => readLine(line) ?? []);
  return PLATFORM_IDS.flatMap((platform) => {
    const own = cookies.filter(({ host }) => isHostOf(PLATFORMS[platform], host));
    const ends = own.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt > 0);
    const earliestExpiry = ends.length > 0 ? Math.min(...ends) : null;
    return own.length > 0 ? [{ platform, cookies: own.length, earliestExpiry }] : [];
  });
}

/** The host and the end (epoch milliseconds, 0 for none) of one cookie; null for what is none. */
function readLine(line: string): { readonly host: string; readonly endsAt: number } | null {
  const cookie = line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line;
  if (cookie.startsWith('#')) return null;
  const columns = cookie.trimEnd().split('\t');
  // An empty value at the end of a line is trimmed away with its tab.
  if (columns.length < COLUMNS - 1 || columns.length > COLUMNS) return null;
  const [domain = '', , , , end = ''] = columns;
  const endsAt = Math.floor(Number(end)) * 1000;
  if (!Number.isSafeInteger(endsAt)) return null;
  return { host: domain.replace(/^\./, '').toLowerCase(), endsAt };
}
