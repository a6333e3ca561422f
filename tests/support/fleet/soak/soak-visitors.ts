// Visitors of a fleet for its long run: each asks for a file at any server, follows it at any, sometimes cancels it, and saves
// and checks what came of it.
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from '../../../../src/shared/api/download.ts';
import { type Film, filmLink } from '../../../fixtures/download/films.ts';
import { clientAt, type JobClient } from '../../product/job-client.ts';
import { oneOf, type Random } from '../../product/random-faults.ts';
import { readContents } from '../../product/receive.ts';
import { differences } from '../../product/right-file.ts';

/** What a run of visitors needs. `origins` are those of all servers, also of one that is away for the moment. */
export type VisitorNeeds = {
  readonly random: Random;
  readonly films: Readonly<Record<string, Film>>;
  readonly origins: () => readonly string[];
  readonly folder: string;
  readonly isOver: () => boolean;
  readonly tally: Tally;
};

/** How everything ended. `ends` are counted by state and code, `refused` by what was answered instead of a download. */
export type Tally = {
  accepted: number;
  saved: number;
  readonly ends: Record<string, number>;
  readonly refused: Record<string, number>;
  readonly wrong: string[];
};

const AT_ONCE = 6;
const MOST_PAUSE_MS = 5000;
const SAME_LINK = 0.3;
const CANCELLED = 0.1;
const AS_MP3 = 0.3;
const RECENT = 8;
const POLL_MS = 500;
/** A server that is stopped for a while answers late. */
const ANSWER_MS = 120_000;
/** However slow the machine: a download that has not ended by then never will. */
const END_MS = 15 * 60_000;
/** A server that was lost is soon back. */
const TRY_MS = 5 * 60_000;

/** One with nothing in it. */
export const emptyTally = (): Tally => ({
  accepted: 0,
  saved: 0,
  ends: {},
  refused: {},
  wrong: [],
});

/** Runs until `isOver`, and to the end of what was begun by then; what happens is counted in `tally`. */
export async function runVisitors(needs: VisitorNeeds): Promise<void> {
  const fresh = Object.keys(needs.films);
  const recent: string[] = [];
  const draw = () => {
    const isSame = needs.random() < SAME_LINK && recent.length > 0;
    const id = isSame
      ? oneOf(needs.random, recent)
      : (fresh.shift() ?? oneOf(needs.random, recent));
    if (!isSame) recent.unshift(id);
    recent.splice(RECENT);
    return id;
  };
  const lane = async () => {
    while (!needs.isOver()) {
      await wait(needs.random() * MOST_PAUSE_MS);
      await visitOnce(needs, draw());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

async function visitOnce(needs: VisitorNeeds, id: string): Promise<void> {
  const { random, origins, tally } = needs;
  const format = random() < AS_MP3 ? 'mp3' : 'mp4';
  const cancelsAfterMs = random() < CANCELLED ? random() * 2000 : null;
  let visitor = clientAt(oneOf(random, origins()));
  const started = await visitor
    .tryStart({ url: filmLink(id), format })
    .catch((error: Error) => error);
  if (started instanceof Error) return count(tally.refused, 'no answer');
  const body = (await started.json().catch(() => ({}))) as Partial<Job> & { code?: string };
  const { job } = body;
  if (started.status !== 202 || job === undefined)
    return count(tally.refused, `${started.status} ${body.code ?? ''}`.trim());
  tally.accepted += 1;
  const elsewhere = () => {
    visitor = visitor.movedTo(oneOf(random, origins()));
    return visitor;
  };
  if (cancelsAfterMs !== null) {
    await wait(cancelsAfterMs);
    // A server that is away does not take it; the download goes on then.
    await elsewhere()
      .cancel(job)
      .catch(() => false);
  }
  const end = await untilEnded(elsewhere, job);
  if (typeof end === 'string') return void tally.wrong.push(`${id} ${format}: ${end}`);
  count(tally.ends, `${end.state} ${end.error?.code ?? ''}`.trim());
  if (end.error?.code === 'internal') tally.wrong.push(`${id} ${format}: failed with internal`);
  if (end.state !== 'ready') return;
  const wrong = await saveAndCheck(needs, elsewhere, end, id, format);
  if (wrong.length === 0) tally.saved += 1;
  tally.wrong.push(...wrong.map((one) => `${id} ${format}: ${one}`));
}

/** The download once it has ended, or what was wrong. */
async function untilEnded(elsewhere: () => JobClient, job: string): Promise<Job | string> {
  const giveUpAt = performance.now() + END_MS;
  let last = 'nothing was answered';
  while (performance.now() < giveUpAt) {
    const asked = await answerOf(elsewhere(), `/api/jobs/${job}`);
    if (asked?.status === 404) return 'is forgotten';
    if (asked?.status === 200) {
      const seen = JSON.parse(asked.content.toString()) as Job;
      if (seen.state !== 'open') return seen;
      last = JSON.stringify(seen.progress);
    }
    await wait(POLL_MS);
  }
  return `has not ended: ${last}`;
}

async function saveAndCheck(
  { films, folder }: VisitorNeeds,
  elsewhere: () => JobClient,
  { job, result }: Job,
  id: string,
  format: 'mp4' | 'mp3',
): Promise<readonly string[]> {
  if (!result) return ['is ready without a file'];
  const saved = await untilSaved(elsewhere, result.downloadUrl);
  if (typeof saved === 'string') return [saved];
  const file = path.join(folder, `${job}.${format}`);
  await writeFile(file, saved);
  try {
    const wrong: string[] = [];
    const { bytes, sha256 } = result.receipt;
    if (saved.length !== bytes) wrong.push(`has ${saved.length} bytes, its receipt ${bytes}`);
    const sum = createHash('sha256').update(saved).digest('hex');
    if (sha256 !== null && sum !== sha256) wrong.push('has another sum than its receipt');
    const variant = films[id]?.variant;
    if (!variant) throw new TypeError(`There is no film ${id}.`);
    const right = format === 'mp3' ? { sound: variant } : { picture: variant, sound: variant };
    wrong.push(...differences(await readContents(file), format, [right]));
    return wrong;
  } catch (error) {
    return [`cannot be read: ${error}`];
  } finally {
    await rm(file, { force: true });
  }
}

/** Tries again while a server or the store is away; a file that is cut short shows as no answer. */
async function untilSaved(elsewhere: () => JobClient, address: string): Promise<Buffer | string> {
  const giveUpAt = performance.now() + TRY_MS;
  let last = 'nothing was answered';
  while (performance.now() < giveUpAt) {
    const asked = await answerOf(elsewhere(), address);
    if (asked?.status === 200) return asked.content;
    if (asked) last = `${asked.status}: ${asked.content.toString().slice(0, 200)}`;
    await wait(POLL_MS);
  }
  return `cannot be saved: ${last}`;
}

async function answerOf(visitor: JobClient, address: string) {
  try {
    const response = await visitor.ask(address, { signal: AbortSignal.timeout(ANSWER_MS) });
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
  } catch {
    // The server is away, or went while it answered.
    return null;
  }
}
