// Starts downloads at the server and follows them until their files are saved.
import type { Job } from '../../../src/shared/api/download.ts';
import { browser } from '../browser.ts';
import type { Ask, Tracked } from '../messages.ts';
import { type Access, CallError, callsOf } from '../server.ts';
import { readSettings, saveKey } from '../settings.ts';
import { changeOne, changeTracked, readTracked } from './tracked.ts';

const PACE_MS = 1000;
/** A server that does not answer for so many turns has gone. */
const PATIENCE = 8;

/** The server and its key. Rejects with `not_connected` if there is none. */
export async function access(): Promise<Access> {
  const { server, key } = await readSettings();
  if (server === null || key === null) throw new CallError('not_connected');
  return { server, key };
}

/** Starts a download and follows it. Returns its id. */
export async function start({
  link,
  title,
  choice,
}: Extract<Ask, { kind: 'start' }>): Promise<string> {
  const to = await access();
  const made = await callsOf(to).start({ url: link, ...choice });
  const first = viewOf(made, { server: to.server, url: link, title });
  await changeTracked((all) => [first, ...all.filter(({ job }) => job !== made.job)]);
  void follow();
  return made.job;
}

/** Cancels a download. */
export async function cancel(job: string): Promise<void> {
  await callsOf(await access()).cancel(job);
  await changeOne(job, { state: 'cancelled' });
}

let isFollowing = false;

/** Asks the server for all that is open, once a second, until nothing is. One such loop at a time. */
export async function follow(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  try {
    for (let failures = 0; ; ) {
      const open = (await readTracked()).filter(({ state }) => state === 'open');
      if (open.length === 0) return;
      const error = await look(open).then(
        () => null,
        (cause: unknown) => cause,
      );
      failures = error === null ? 0 : failures + 1;
      if (error !== null && (isFinal(error) || failures >= PATIENCE)) await giveUp(open, error);
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  } finally {
    isFollowing = false;
  }
}

function isFinal(error: unknown): boolean {
  return !(error instanceof CallError) || /^(key_|not_connected)/.test(error.code);
}

async function look(open: readonly Tracked[]): Promise<void> {
  const to = await access();
  const { jobs } = await callsOf(to).jobs();
  for (const one of open) {
    const found = jobs.find(({ job }) => job === one.job);
    if (!found || one.server !== to.server) {
      await changeOne(one.job, { state: 'failed', error: { code: 'job_not_found', params: {} } });
      continue;
    }
    const seen = viewOf(found, one);
    if (found.state !== 'ready') await changeOne(one.job, { ...seen, startedAt: one.startedAt });
    else await save(one, found, to);
  }
}

/** Saves a finished file: its share link works without a key, and is revoked when the file is saved. */
async function save(one: Tracked, job: Job, to: Access): Promise<void> {
  await changeOne(one.job, { state: 'saving', percent: 100 });
  try {
    const { result } = await callsOf(to).share(job.job);
    if (!result?.shareUrl) throw new CallError('expired');
    const { pathname } = new URL(result.shareUrl, to.server);
    const downloadId = await saveAs(new URL(to.server).origin + pathname, result.filename);
    await changeOne(one.job, { downloadId, filename: result.filename });
  } catch (error) {
    await giveUp([one], error);
  }
}

/** Firefox reads no name from the answer. A name that a browser refuses is left to it; a visitor's no is not asked again. */
async function saveAs(url: string, filename: string): Promise<number> {
  try {
    return await browser.downloads.download({ url, filename });
  } catch (error) {
    if (!/filename/i.test(String(error))) throw error;
    console.info('the browser chooses the name', error);
    return browser.downloads.download({ url });
  }
}

/** Notes that the browser has saved a file, or could not. */
export async function noteSaved(delta: chrome.downloads.DownloadDelta): Promise<void> {
  const state = delta.state?.current;
  if (state !== 'complete' && state !== 'interrupted') return;
  const one = (await readTracked()).find(({ downloadId }) => downloadId === delta.id);
  if (!one) return;
  await changeOne(
    one.job,
    state === 'complete'
      ? { state: 'saved' }
      : { state: 'failed', error: { code: 'not_saved', params: {} } },
  );
  await callsOf(await access())
    .unshare(one.job)
    .catch((error: unknown) => console.info('the share link was not revoked', error));
}

async function giveUp(lost: readonly Tracked[], cause: unknown): Promise<void> {
  const { code, params } = cause instanceof CallError ? cause : new CallError('unexpected');
  if (code === 'key_unknown') await saveKey(null);
  for (const { job } of lost) await changeOne(job, { state: 'failed', error: { code, params } });
}

function viewOf(
  { job, state, title, progress, error }: Job,
  known: Pick<Tracked, 'server' | 'url' | 'title'>,
): Tracked {
  return {
    job,
    server: known.server,
    url: known.url,
    title: title ?? known.title,
    state: state === 'ready' ? 'open' : state,
    phase: progress.phase,
    percent: progress.percent,
    bytes: progress.bytes,
    totalBytes: progress.totalBytes,
    bytesPerSecond: progress.bytesPerSecond,
    startedAt: Date.now(),
    ...(error ? { error: { code: error.code, params: error.params } } : {}),
  };
}
