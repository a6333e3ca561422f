// How quickly the server answers, and how long strangers wait for their files, beside each attack alone and beside all of them
// at once for as long as is asked for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LabProcess } from '../lab-process.ts';
import type { Options } from '../options.ts';
import { median, memoryOf } from '../processes.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { visit } from '../visitor.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { bystand, FRESH_TURNS, type Made, probe, type Waited } from './bystanders.ts';

const SECONDS = 20;
const AIM_MS = 100;
const SAMPLE_EVERY_MS = 10_000;
/** Files live for an hour; this one is not quite over. */
const PROMISED_MS = 55 * 60_000;
const BETWEEN_CHECKS_MS = 300;
/** The jobs of an attacker whom nothing follows end within this time. */
const CALM_MS = 90_000;
const LINK = 'https://www.youtube.com/watch?v=labMain_001';
/** Small enough that an attacker presses on the files of others. */
const SETTINGS = { FILES_MAX_GB: '1', MAX_UPLOAD_MB: '500', ABANDON_MINUTES: '1' };
/** Strangers before and after the attacks. */
const CALM_TURNS = 5;

/** Milliseconds; `waited` of strangers one after the other, `answers` of the attacker's requests by status. */
export type AttackFigures = {
  readonly name: string;
  readonly healthMedianMs: number;
  readonly healthWorstMs: number;
  readonly waited: readonly Waited[];
  /** Why strangers had no file. */
  readonly refused: readonly string[];
  readonly answers: Readonly<Record<string, number>>;
  readonly aimMs: number;
};

/** All at once. Memory in MB (RSS of the server), a sample every ten seconds; `gone` files were promised for longer. */
export type TogetherFigures = AttackFigures & {
  readonly minutes: number;
  readonly memoryMb: readonly number[];
  readonly made: number;
  readonly gone: number;
  /** Strangers before the attacks and after them. */
  readonly before: readonly Waited[];
  readonly after: readonly Waited[];
};

/** Each on a server of its own, then all together. */
export async function measureAttacks(lab: LabProcess, { minutes }: Options) {
  await lab.shape({ rttMs: 0, bytesPerSecondPerConnection: null });
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-attack-'));
  try {
    const alone: AttackFigures[] = [];
    for (const attacks of [[], ...ATTACKS.map((attack) => [attack])])
      alone.push(await onServer(lab, (server) => besides(server, attacks, folder, SECONDS * 1000)));
    const together = await onServer(lab, (server) => attackedTogether(server, folder, minutes));
    return { alone, together };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onServer<T>(lab: LabProcess, measure: (server: ServerProcess) => Promise<T>) {
  const server = await startServerProcess(lab, SETTINGS);
  try {
    return await measure(server);
  } finally {
    await server.close();
  }
}

async function attackedTogether(
  server: ServerProcess,
  folder: string,
  minutes: number,
): Promise<TogetherFigures> {
  const inCalm = async (first: number) => {
    const seen: Waited[] = [];
    for (let turn = first; turn < first + CALM_TURNS; turn += 1)
      seen.push(await bystand(server.url, turn));
    return seen;
  };
  const before = await inCalm(0);
  const memoryMb: number[] = [];
  const timer = setInterval(() => memoryMb.push(memoryOf(server.pid)), SAMPLE_EVERY_MS);
  const made: Made[] = [];
  const attacked = await besides(server, ATTACKS, folder, minutes * 60_000, made);
  clearInterval(timer);
  const promised = made.filter(({ at }) => performance.now() - at < PROMISED_MS);
  let gone = 0;
  for (const { isGone } of promised) {
    if (await isGone()) gone += 1;
    await wait(BETWEEN_CHECKS_MS);
  }
  await wait(CALM_MS);
  const after = await inCalm(FRESH_TURNS - CALM_TURNS);
  return { ...attacked, minutes, memoryMb, made: promised.length, gone, before, after };
}

/** Attacks for that long, while the probe asks and strangers come one after the other. */
async function besides(
  { url }: ServerProcess,
  attacks: readonly Attack[],
  folder: string,
  forMs: number,
  made: Made[] = [],
): Promise<AttackFigures> {
  const ending = new AbortController();
  const { signal } = ending;
  const visitor = visit(url);
  const { job } = await visitor.download({ url: LINK, format: 'mp4', quality: 'low' });
  const strikes = await Promise.all(
    attacks.map((attack) => attack.prepare({ url, folder, visitor, job, signal })),
  );
  const end = performance.now() + forMs;
  const answers: Record<string, number> = {};
  const lanes = attacks.flatMap(({ connections }, which) =>
    Array.from({ length: connections }, async (_, lane) => {
      for (let turn = lane; performance.now() < end; turn += connections) {
        const status = (await strikes[which]?.(turn)) ?? 0;
        answers[status] = (answers[status] ?? 0) + 1;
      }
    }),
  );
  const waited: Waited[] = [];
  const refused: string[] = [];
  const strangers = async () => {
    // The first and the last are for the calm.
    for (let turn = CALM_TURNS; performance.now() < end; turn += 1) {
      try {
        const seen = await bystand(url, turn % (FRESH_TURNS - CALM_TURNS));
        waited.push(seen);
        made.push(seen.made);
      } catch (error) {
        refused.push(String(error));
        await wait(1000);
      }
    }
  };
  const [health] = await Promise.all([probe(url, forMs), strangers()]);
  ending.abort();
  await Promise.all(lanes);
  return {
    name: attacks.length > 1 ? 'all at once' : (attacks[0]?.name ?? 'nothing'),
    healthMedianMs: median(health),
    healthWorstMs: Math.max(...health),
    waited,
    refused,
    answers,
    aimMs: AIM_MS,
  };
}
