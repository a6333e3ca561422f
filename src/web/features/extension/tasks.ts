// What the bridge does for an extension: says what this server can do, downloads, and inspects.
import { BRIDGE_ERRORS } from '../../../shared/extension.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { now } from '../../browser/clock.ts';
import type { BridgeCalls } from './calls.ts';
import type { Task } from './read-message.ts';

const PACE_MS = 1000;

/** What this server can do. A platform that is switched off is not listed. */
export async function capabilities(calls: Pick<BridgeCalls, 'limits' | 'status'>) {
  const [{ maxFileGigabytes }, { platforms }] = await Promise.all([calls.limits(), calls.status()]);
  return {
    supportedPlatforms: platforms
      .filter(({ state }) => state !== 'off')
      .map(({ platform }) => PLATFORMS[platform].label),
    maxFileSize: `${maxFileGigabytes}GB`,
    enhancedDownload: true,
  };
}

/**
 * Makes a download and waits for its file. `processedUrl` is absolute and works for anyone who has it. Rejects with the
 * server's error; an abort cancels the download.
 */
export async function download(
  calls: Pick<BridgeCalls, 'start' | 'job' | 'share' | 'cancel'>,
  { key, task, signal }: { key: string; task: Task; signal: AbortSignal },
) {
  let job = await calls.start(key, task, signal);
  const cancel = () => void calls.cancel(key, job.job).catch(logCancel);
  signal.addEventListener('abort', cancel);
  try {
    while (job.state === 'open') {
      await pause(signal);
      job = await calls.job(key, job.job, signal);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  if (job.state !== 'ready') throw new Error(job.error?.message ?? BRIDGE_ERRORS.failed);
  const { result } = await calls.share(key, job.job);
  if (!result?.shareUrl) throw new Error(BRIDGE_ERRORS.failed);
  return {
    videoUrl: task.url,
    processedUrl: new URL(result.shareUrl, location.origin).href,
    format: task.format,
    quality: task.quality,
    timestamp: now(),
  };
}

/** What is behind a link. */
export async function inspect(
  calls: Pick<BridgeCalls, 'inspect'>,
  { key, task, signal }: { key: string; task: Pick<Task, 'url'>; signal: AbortSignal },
) {
  const { platformName, url, media, items } = await calls.inspect(key, task.url, signal);
  return {
    videoUrl: url,
    platform: platformName,
    title: media.title,
    author: media.author,
    durationSeconds: items[0]?.durationSeconds ?? null,
    items: items.length,
    choices: (items[0]?.offers ?? []).map(({ id, label, bytes }) => ({ id, label, bytes })),
    timestamp: now(),
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, PACE_MS);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

function logCancel(error: unknown): void {
  console.info('the download of an extension was not cancelled', error);
}
