// The state of the operator's cookies: permissions, platforms and expiry. Never a name or a value.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Clock } from '../../core/async/clock.ts';
import { asStorageError } from '../../core/files/disk-error.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import { isUpstreamHost } from '../../shared/platforms/upstreams.ts';

const MAX_BYTES = 1024 * 1024;
/** Read permissions of group and others. */
const READ_BY_OTHERS = 0o044;
/** Seven columns: domain, whether subdomains are included, path, whether https only, expiry, name, value. */
const COLUMNS = 7;
const HTTP_ONLY = '#HttpOnly_';

/** The state of the files together; the age is that of the oldest. `earliestExpiry` is epoch milliseconds, null when no cookie of the platform expires. */
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

/** Reads the first megabyte of each file and changes nothing. */
export async function readCookieHealth(
  files: readonly string[],
  clock: Clock,
): Promise<CookieHealth> {
  const all = await Promise.all(files.map((file) => readOne(file, clock)));
  const there = all.filter(({ exists }) => exists);
  if (there.length === 0) return MISSING;
  const found = there.flatMap(({ platforms }) => platforms);
  const platforms = PLATFORM_IDS.flatMap((platform) => {
    const own = found.filter((one) => one.platform === platform);
    const ends = own.flatMap(({ earliestExpiry }) => earliestExpiry ?? []);
    const earliestExpiry = ends.length > 0 ? Math.min(...ends) : null;
    const cookies = own.reduce((sum, one) => sum + one.cookies, 0);
    return own.length > 0 ? [{ platform, cookies, earliestExpiry }] : [];
  });
  return {
    exists: true,
    readByOthers: there.some(({ readByOthers }) => readByOthers),
    ageSeconds: Math.max(...there.map(({ ageSeconds }) => ageSeconds ?? 0)),
    platforms,
  };
}

async function readOne(file: string, clock: Clock): Promise<CookieHealth> {
  // Does not block on a pipe.
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

/** The platforms for which a Netscape cookie file has cookies. */
export function cookiesByPlatform(text: string): CookieHealth['platforms'] {
  const cookies = text.split('\n').flatMap((line) => readLine(line) ?? []);
  return PLATFORM_IDS.flatMap((platform) => {
    const own = cookies.filter(({ host }) => isUpstreamHost(platform, host));
    const ends = own.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt > 0);
    const earliestExpiry = ends.length > 0 ? Math.min(...ends) : null;
    return own.length > 0 ? [{ platform, cookies: own.length, earliestExpiry }] : [];
  });
}

/** The host of a cookie, in lower case and without its dot; null for any other line. */
export function hostOfCookie(line: string): string | null {
  return readLine(line)?.host ?? null;
}

/** Host and expiry (epoch milliseconds, 0 for none) of one cookie; null for any other line. */
function readLine(line: string): { readonly host: string; readonly endsAt: number } | null {
  const cookie = line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line;
  if (cookie.startsWith('#')) return null;
  const columns = cookie.trimEnd().split('\t');
  // Trimming removes the tab before an empty value at the end of a line.
  if (columns.length < COLUMNS - 1 || columns.length > COLUMNS) return null;
  const [domain = '', , , , end = ''] = columns;
  const endsAt = Math.floor(Number(end)) * 1000;
  if (!Number.isSafeInteger(endsAt)) return null;
  return { host: domain.replace(/^\./, '').toLowerCase(), endsAt };
}
