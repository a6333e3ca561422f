// Memory of the server's process (RSS) while a large file is sent to it, and while it edits that file.
import { setTimeout as wait } from 'node:timers/promises';
import type { LabProcess } from '../lab-process.ts';
import { median, memoryOf } from '../processes.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { visit } from '../visitor.ts';
import { type SeenMemory, watchMemory } from '../watch-memory.ts';
import { type EditSource, prepareEditSource } from './edit-source.ts';

const SETTLE_MS = 5000;
const SMALL_MINUTES = 1;
/** After a change of the sources the first starts compile them and hold more. */
const STARTS_BEFORE = 2;
/** How far a peak rises depends on when garbage is collected. */
const EDITS = 3;

/** In MB. Each peak is of one edit, from the first byte of its upload to the end of all work on its file. */
export type EditMemory = {
  readonly sourceBytes: number;
  /** Of a new server, and once it has received and edited one small file. */
  readonly idleMb: number;
  readonly warmMb: number;
  readonly edits: readonly { readonly receiving: SeenMemory; readonly editing: SeenMemory }[];
  /** Of the highest peak over the warm server, and of the median of the peaks. */
  readonly riseMb: number;
  readonly medianRiseMb: number;
  readonly aimMb: number;
};

/** Measures some edits, one after the other, on a server of their own. */
export async function measureEditMemory(lab: LabProcess, source: EditSource): Promise<EditMemory> {
  for (let start = 0; start < STARTS_BEFORE; start += 1)
    await (await startServerProcess(lab)).close();
  const small = await prepareEditSource(SMALL_MINUTES);
  const server = await startServerProcess(lab, { MAX_UPLOAD_MB: '5000' });
  try {
    await wait(SETTLE_MS);
    const idleMb = memoryOf(server.pid);
    await watchEdit(server, small);
    await wait(SETTLE_MS);
    const warmMb = memoryOf(server.pid);
    const edits: EditMemory['edits'][number][] = [];
    for (let edit = 0; edit < EDITS; edit += 1) edits.push(await watchEdit(server, source));
    const peaks = edits.map(({ receiving, editing }) => Math.max(receiving.peakMb, editing.peakMb));
    return {
      sourceBytes: source.bytes,
      idleMb,
      warmMb,
      edits,
      riseMb: Math.max(...peaks) - warmMb,
      medianRiseMb: median(peaks) - warmMb,
      aimMb: 10,
    };
  } finally {
    await server.close();
  }
}

async function watchEdit({ url, pid }: ServerProcess, source: EditSource) {
  const visitor = visit(url);
  let job = '';
  const receiving = await watchMemory(pid, async () => {
    job = await visitor.startWithFile('convert', source.path, { format: 'mov' });
  });
  const editing = await watchMemory(pid, () => visitor.settled(job));
  await visitor.forget(job);
  return { receiving, editing };
}
