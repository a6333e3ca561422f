// A link for other programs, in the hands of such programs: download managers, players, scripts with a key.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../../src/commands/admin.ts';
import { readConfig } from '../../../src/config.ts';
import { film, filmLink } from '../../fixtures/download/films.ts';
import {
  type DownloadFixture,
  startDownloadFixture,
} from '../../support/product/download-fixture.ts';
import { clientAt, type Finished, type JobClient } from '../../support/product/job-client.ts';

const run = promisify(execFile);
let fixture: DownloadFixture;
let folder: string;
let owner: JobClient;
let mine: Finished;
let link: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-programs-'));
  // A player may run as another user.
  await chmod(folder, 0o777);
  fixture = await startDownloadFixture({ filmOf: () => film('Big', 10, 8000) });
  owner = clientAt(fixture.origin());
  mine = await owner.make({ url: filmLink('7100') });
  link = await linkOf(owner, mine.job);
});
afterAll(async () => {
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
});

async function linkOf(visitor: JobClient, job: string): Promise<string> {
  const answer = await visitor.post(`/api/jobs/${job}/link`);
  const { url } = (await answer.json()) as { readonly url: string };
  return new URL(url, fixture.origin()).href;
}

const at = (name: string) => path.join(folder, name);
const digestOf = async (name: string) =>
  createHash('sha256')
    .update(await readFile(at(name)))
    .digest('hex');

describe('a link for other programs', () => {
  it.each([
    ['aria2, sixteen connections', 'aria2c', ['-q', '-x16', '-s16', '-k1M', '-o', 'a.mp4', '-d']],
    ['wget', 'wget', ['-q', '-O']],
    ['curl', 'curl', ['-sfo']],
  ])('gives %s the file', async (_, program, args) => {
    const isFolder = args.at(-1) === '-d';
    await run(program, [...args, isFolder ? folder : at('a.mp4'), link]);
    expect(await digestOf('a.mp4')).toBe(mine.result.receipt.sha256);
    await rm(at('a.mp4'));
  });

  it('goes on at half, and has nothing more at the end', async () => {
    const { bytes, sha256 } = mine.result.receipt;
    await run('curl', ['-sfo', at('b.mp4'), link]);
    await truncate(at('b.mp4'), Math.floor(bytes / 2));
    await run('curl', ['-sf', '-C', '-', '-o', at('b.mp4'), link]);
    expect(await digestOf('b.mp4')).toBe(sha256);
    // Curl takes 416 with the whole length as the end.
    await run('curl', ['-s', '-C', '-', '-o', at('b.mp4'), link]);
    expect(await digestOf('b.mp4')).toBe(sha256);
    await truncate(at('b.mp4'), Math.floor(bytes / 3));
    await run('wget', ['-q', '-c', '-O', at('b.mp4'), link]);
    expect(await digestOf('b.mp4')).toBe(sha256);
  });

  it('is played by ffplay, and read by VLC byte for byte', async () => {
    const env = { ...process.env, SDL_VIDEODRIVER: 'dummy', SDL_AUDIODRIVER: 'dummy' };
    const player = ['-v', 'error', '-autoexit', '-ss', '8', '-i', link];
    expect((await run('ffplay', player, { env })).stderr).toBe('');
    const vlc = `vlc -I dummy --no-video --no-audio --demux=dump --demuxdump-file=${at('c.mp4')} '${link}' vlc://quit`;
    // VLC refuses to run as root.
    if (process.getuid?.() === 0) await run('su', ['nobody', '-s', '/bin/sh', '-c', vlc]);
    else await run('sh', ['-c', vlc]);
    expect(await digestOf('c.mp4')).toBe(mine.result.receipt.sha256);
  });

  it('has a strong ETag, a readable name, and stays out of search engines', async () => {
    const { headers } = await fetch(link, { method: 'HEAD' });
    expect(headers.get('etag')).toBe(mine.result.etag);
    expect(headers.get('content-disposition')).toContain('filename="');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('is worth nothing changed, for another file, and once its download is deleted', async () => {
    const stranger = clientAt(fixture.origin());
    const other = await stranger.make({ url: filmLink('7101') });
    expect((await stranger.post(`/api/jobs/${mine.job}/link`)).status).toBe(404);
    const [, , token = '', name] = new URL(link).pathname.split('/');
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    for (const guess of [flipped, token.slice(1), other.job + token.slice(mine.job.length)])
      expect((await fetch(`${fixture.origin()}/files/${guess}/${name}`)).status).toBe(404);
    const theirs = await linkOf(stranger, other.job);
    expect((await fetch(theirs)).status).toBe(200);
    await stranger.ask(`/api/jobs/${other.job}`, { method: 'DELETE' });
    expect((await fetch(theirs)).status).toBe(404);
  });
});

describe('the address of a visitor’s own file', () => {
  it('says to other programs in one line what to do, and to pages what pages read', async () => {
    const own = new URL(mine.result.downloadUrl, fixture.origin()).href;
    const { stdout } = await run('curl', ['-si', own]);
    expect(stdout).toMatch(/^HTTP\/1.1 404 /);
    expect(stdout.split('\r\n\r\n')[1]).toMatch(/^This address opens in the browser .*\.\n$/);
    expect(stdout).toContain('Copy link for another program');
    const asked = await run('curl', ['-s', '-H', 'Accept: application/json', own]);
    expect(JSON.parse(asked.stdout)).toMatchObject({ code: 'job_not_found' });
    expect(await (await fetch(own)).json()).toMatchObject({ code: 'job_not_found' });
  });
});

describe('a script with a key', () => {
  it('gets the file by one call, and the answer about it without the header', async () => {
    const config = readConfig({ DATA_DIR: fixture.dataDir, LOG_LEVEL: 'silent' });
    const terminal = { isTerminal: true, readAll: async () => '' };
    const { message } = await runAdminCommand(config, ['keys', 'add', 'Script'], terminal);
    const key = /kr_[\w-]{43}$/.exec(message)?.[0] ?? '';
    const call = (...more: string[]) =>
      run('curl', [
        ...['-sfL', '-H', `Authorization: Bearer ${key}`, '-H', 'Content-Type: application/json'],
        ...['-d', JSON.stringify({ url: filmLink('7102') }), ...more],
        `${fixture.origin()}/api/download`,
      ]);
    await call('-H', 'Accept: application/octet-stream', '-o', at('d.mp4'));
    const answer = JSON.parse((await call()).stdout);
    expect(answer.success).toBe(true);
    expect(await digestOf('d.mp4')).toBe(answer.receipt.sha256);
  });
});
