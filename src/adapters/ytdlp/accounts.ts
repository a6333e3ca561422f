// The operator's accounts: files of cookies, read anew each time that a platform wants a login.
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
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

/** Reads accounts. One that cannot be read has no cookies, and is left out. */
export function createAccounts(files: AccountFiles): ReadAccounts {
  return async (platform, egress) => {
    const listed = await listFiles(files);
    const meant = listed
      .filter((one) => one.platform === null || one.platform === platform)
      .filter((one) => one.egress === null || one.egress === egress)
      .toSorted((a, b) => Number(a.egress === null) - Number(b.egress === null));
    const accounts = await Promise.all(
      meant.map(async ({ file }) => ({
        name: path.basename(file),
        cookies: cookiesOf(platform, await readText(file)),
      })),
    );
    return accounts.filter(({ cookies }) => cookies !== '');
  };
}

type AccountFile = {
  readonly file: string;
  readonly platform: PlatformId | null;
  readonly egress: string | null;
};

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

/** The first megabyte of a file; empty for what is none. */
async function readText(file: string): Promise<string> {
  // Does not block on a pipe.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!handle) return '';
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return '';
    const bytes = Buffer.alloc(Math.min(stat.size, MAX_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead).toString('latin1');
  } finally {
    await handle.close();
  }
}

/** The lines of a platform's own hosts. */
function cookiesOf(platform: PlatformId, text: string): string {
  const lines = text.split('\n').filter((line) => {
    const host = hostOfCookie(line);
    return host !== null && isUpstreamHost(platform, host);
  });
  const cookies = [HEADING, ...lines.map((line) => line.replace(/\r$/, '')), ''].join('\n');
  return lines.length > 0 && cookies.length <= MAX_TEXT ? cookies : '';
}
