// The operator's accounts: files of cookies, read anew each time that a platform wants a login.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import type { FoundAccount } from '../../core/engine-updates/setup/account-trials.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import { isUpstreamHost } from '../../shared/platforms/upstreams.ts';
import { hostOfCookie } from './cookie-health.ts';

/** An account by the name of its file, and its cookies for one platform in Netscape form. */
export type Account = { readonly name: string; readonly cookies: string };

/** The accounts for a platform at an egress, those of that egress first. */
export type ReadAccounts = (platform: PlatformId, egress: string) => Promise<readonly Account[]>;

/** Where accounts are: one file for all platforms and egresses, or a folder of files. */
export type AccountFiles = { readonly file: string } | { readonly folder: string };

const MAX_BYTES = 1024 * 1024;
/** The most that is sent to a worker. */
const MAX_TEXT = 48 * 1024;
const MAX_FILES = 100;
const HEADING = '# Netscape HTTP Cookie File';
/** `youtube.txt`, `youtube.second.txt`, `youtube@home.txt`, `youtube.second@home.txt`. */
const NAME = /^([a-z]+)(?:\.([\w-]{1,40}))?(?:@([\w.:-]{1,64}))?\.txt$/;

/** Reads accounts: those that `isUsed` lets pass, by their ids. One that cannot be read has no cookies, and is left out. */
export function createAccounts(
  files: AccountFiles,
  clock: Pick<Clock, 'now'>,
  isUsed: (id: string) => boolean = () => true,
): ReadAccounts {
  return async (platform, egress) => {
    const listed = await listFiles(files);
    const meant = listed
      .filter((one) => one.platform === null || one.platform === platform)
      .filter((one) => one.egress === null || one.egress === egress)
      .toSorted((a, b) => Number(a.egress === null) - Number(b.egress === null));
    const accounts = await Promise.all(
      meant.map(async (one) => accountOf(one, platform, await readText(one.file, clock))),
    );
    return accounts.filter(({ id, cookies }) => cookies !== '' && isUsed(id));
  };
}

/** All accounts of these platforms, as their files are at the moment, and files that should be some and have no cookies. */
export async function findAccounts(
  files: AccountFiles,
  platforms: readonly PlatformId[],
  clock: Pick<Clock, 'now'>,
): Promise<readonly FoundAccount[]> {
  const listed = await listFiles(files);
  const found = await Promise.all(
    listed.map(async (one) => {
      const read = await readText(one.file, clock);
      if (one.platform !== null)
        return platforms.includes(one.platform) ? [accountOf(one, one.platform, read)] : [];
      const all = platforms.map((platform) => accountOf(one, platform, read));
      const filled = all.filter(({ cookies }) => cookies !== '');
      return filled.length > 0 ? filled : [{ ...accountOf(one, 'youtube', read), platform: null }];
    }),
  );
  return found.flat();
}

function accountOf(
  { file, egress }: AccountFile,
  platform: PlatformId,
  { text, mtimeMs, readAt }: FileText,
): FoundAccount & { readonly platform: PlatformId } {
  const name = path.basename(file);
  const cookies = cookiesOf(platform, text, readAt);
  // An operator who writes the same once more wants it to be tried once more.
  const identity = JSON.stringify([name, platform, mtimeMs, cookies || text]);
  const id = createHash('sha256').update(identity).digest('hex');
  return { id, name, platform, egress, cookies };
}

type AccountFile = {
  readonly file: string;
  readonly platform: PlatformId | null;
  readonly egress: string | null;
};

/** The files in a folder that are no accounts by their names. */
export async function otherFiles(folder: string): Promise<readonly string[]> {
  const [names, accounts] = await Promise.all([readdir(folder), listFiles({ folder })]);
  const known = new Set(accounts.map(({ file }) => path.basename(file)));
  return names.filter((name) => !known.has(name)).toSorted();
}

/** All files of accounts, by their names. Others in the folder are none of them. */
export async function listFiles(files: AccountFiles): Promise<readonly AccountFile[]> {
  if ('file' in files) return [{ file: files.file, platform: null, egress: null }];
  const names = await readdir(files.folder).catch(() => []);
  return names
    .toSorted()
    .flatMap((name): AccountFile[] => {
      const [, platform = '', , egress = null] = NAME.exec(name) ?? [];
      const known = PLATFORM_IDS.find((id) => id === platform);
      return known ? [{ file: path.join(files.folder, name), platform: known, egress }] : [];
    })
    .slice(0, MAX_FILES);
}

/** `mtimeMs` is when it was written, `readAt` when it was read, in epoch milliseconds. */
type FileText = { readonly text: string; readonly mtimeMs: number; readonly readAt: number };
const NO_TEXT: FileText = { text: '', mtimeMs: 0, readAt: 0 };

/** The first megabyte of a file; empty for what is none. */
async function readText(file: string, clock: Pick<Clock, 'now'>): Promise<FileText> {
  // Does not block on a pipe.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!handle) return NO_TEXT;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return NO_TEXT;
    const bytes = Buffer.alloc(Math.min(stat.size, MAX_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const text = bytes.subarray(0, bytesRead).toString('latin1');
    return { text, mtimeMs: stat.mtimeMs, readAt: clock.now() };
  } finally {
    await handle.close();
  }
}

/** The column with the end of a cookie, in seconds since 1970; 0 for one of a session. */
const EXPIRY = 4;

/** The lines of a platform's own hosts; empty if all have expired. */
function cookiesOf(platform: PlatformId, text: string, nowMs: number): string {
  const lines = text.split('\n').filter((line) => {
    const host = hostOfCookie(line);
    return host !== null && isUpstreamHost(platform, host);
  });
  const isExpired = (line: string) => {
    const seconds = Number(line.split('\t')[EXPIRY]);
    return seconds > 0 && seconds * 1000 < nowMs;
  };
  if (lines.every(isExpired)) return '';
  const cookies = [HEADING, ...lines.map((line) => line.replace(/\r$/, '')), ''].join('\n');
  return cookies.length <= MAX_TEXT ? cookies : '';
}
