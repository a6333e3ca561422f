// `npm run bench [-- part… --runs 7 --megabytes 92 …]`: both sides in turn in one run, medians and ratios on the screen, all
// figures as JSON in .cache/bench.json. Parts that do not run keep the figures they had.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { measureAttacks } from './attack/measure-attacks.ts';
import { printAttacks } from './attack/print-attacks.ts';
import { measureClips } from './early/clip.ts';
import { measureEarly } from './early/early.ts';
import { compareEdits } from './edit/edit.ts';
import { compareFileReady } from './file-ready.ts';
import { measureFleet } from './fleet/fleet.ts';
import { printFleet, printQueue } from './fleet/print-fleet.ts';
import { measureQueue } from './fleet/queue.ts';
import { runInspect } from './inspect-part.ts';
import { type LabProcess, startLabProcess } from './lab-process.ts';
import { measureMemory } from './memory.ts';
import { compareMp3 } from './mp3.ts';
import { type Options, PARTS, type Part, readOptions } from './options.ts';
import {
  printClips,
  printEarly,
  printEdits,
  printFileReady,
  printMemory,
  printMp3,
  printPages,
  printSecondVisitor,
} from './print-figures.ts';
import { measureSecondVisitor } from './second-visitor.ts';

/** Every part: what it measures, printed as soon as it is known. */
const RUN: Record<Part, (lab: LabProcess, options: Options) => Promise<unknown>> = {
  inspect: runInspect,
  download: async (lab, options) => printed(await compareFileReady(lab, options), printFileReady),
  early: async (lab, options) => printed(await measureEarly(lab, options), printEarly),
  clip: async (lab, options) => printed(await measureClips(lab, options), printClips),
  second: async (lab, options) =>
    printed(await measureSecondVisitor(lab, options), printSecondVisitor),
  mp3: async (lab, options) => printed(await compareMp3(lab, options), printMp3),
  edit: async (lab, options) => printed(await compareEdits(lab, options), printEdits),
  memory: async (lab, options) => printed(await measureMemory(lab, options), printMemory),
  attack: async (lab, options) => printed(await measureAttacks(lab, options), printAttacks),
  page: async (lab, options) => {
    // Lighthouse takes 130 MB, which would count for the engine that runs in this process.
    const { measurePages } = await import('./page.ts');
    return printed(await measurePages(lab, options), printPages);
  },
  fleet: async (lab, options) => printed(await measureFleet(lab, options), printFleet),
  queue: async (lab) => printed(await measureQueue(lab), printQueue),
};

const { parts, options } = readOptions(process.argv.slice(2));
const file = path.resolve(import.meta.dirname, '../.cache/bench.json');
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`;
const lab = await startLabProcess();
// Servers have a session of their own, which the terminal's signal does not reach.
process.once('SIGINT', () => process.exit(130));
try {
  console.log(machine);
  for (const part of parts) {
    const [load] = loadavg();
    const figures = await RUN[part](lab, options);
    const { unknown } = await lab.asked();
    if (unknown > 0) throw new Error(`${unknown} requests were unknown to the lab`);
    const at = new Date().toISOString();
    await keep(part, { at, machine, loadBefore: load, options, figures });
  }
} finally {
  await lab.close();
}

async function keep(part: Part, entry: unknown): Promise<void> {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  await mkdir(path.dirname(file), { recursive: true });
  // In the order of the parts, and nothing that is no part any more.
  const kept = PARTS.map((one) => [one, one === part ? entry : known[one]]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

function printed<T>(figures: T, print: (figures: T) => void): T {
  print(figures);
  return figures;
}
