// Edits of an upload: the server over HTTP against ffmpeg alone with the same arguments, one after the other.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LabProcess } from '../lab-process.ts';
import type { Options } from '../options.ts';
import { type Cost, cpuOfTree, medianCost, timeCommand } from '../processes.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { requireRoom } from '../sources.ts';
import { type PhaseSeconds, visit } from '../visitor.ts';
import { type EditMemory, measureEditMemory } from './edit-memory.ts';
import { type EditSource, prepareEditSource } from './edit-source.ts';

/** One edit on both sides: medians, ours divided by theirs, what was aimed at, and every run. */
export type EditRow = {
  readonly name: string;
  readonly ours: Cost;
  readonly theirs: Cost;
  readonly timeOver: number;
  readonly cpuOver: number;
  readonly aim: number | null;
  /** Bytes of the source by seconds, in MB/s. */
  readonly oursMbPerSecond: number;
  readonly theirsMbPerSecond: number;
  /** Where our time goes, in one more run that is watched. */
  readonly phases: PhaseSeconds;
  readonly runs: { readonly ours: readonly Cost[]; readonly theirs: readonly Cost[] };
};

/** All edits, and the memory of the server during one. */
export type EditFigures = {
  readonly sourceSeconds: number;
  readonly sourceBytes: number;
  readonly rows: readonly EditRow[];
  readonly memory: EditMemory;
};

/** What both sides do: a call of ours, and the words of ffmpeg between its input and its output. */
type Case = {
  readonly name: string;
  readonly call: 'trim' | 'convert';
  readonly fields: Readonly<Record<string, string | number>>;
  readonly before: readonly string[];
  readonly words: readonly string[];
  readonly ending: string;
  readonly aim: number | null;
};

const PLAIN = ['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn'];
const STEREO = 'aformat=channel_layouts=stereo|mono';

function casesOf({ seconds }: EditSource): Case[] {
  // Between two key frames.
  const start = seconds / 2 + 0.7;
  return [
    {
      name: 'MP3 320 of the whole',
      call: 'convert',
      fields: { format: 'mp3', kilobitsPerSecond: 320 },
      before: [],
      words: [
        ...['-map', '0:a:0', ...PLAIN, '-c:a', 'libmp3lame', '-b:a', '320k'],
        ...['-filter:a', 'aformat=sample_rates=44100|48000|32000:channel_layouts=stereo|mono'],
        ...['-id3v2_version', '3', '-f', 'mp3'],
      ],
      ending: 'mp3',
      aim: 1.15,
    },
    {
      name: 'MP4 to MOV, copied',
      call: 'convert',
      fields: { format: 'mov' },
      before: [],
      words: ['-map', '0:V:0', '-map', '0:a:0', ...PLAIN, '-c', 'copy', '-f', 'mov'],
      ending: 'mov',
      aim: null,
    },
    {
      name: 'exact trim of 60 s',
      call: 'trim',
      fields: { start, end: start + 60 },
      before: ['-ss', String(start)],
      words: [
        ...['-map', '0:V:0', '-map', '0:a:0', ...PLAIN, '-t', '60'],
        ...['-filter:v', 'scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20'],
        ...['-c:a', 'aac', '-b:a', '192k', '-filter:a', STEREO, '-movflags', '+faststart'],
        ...['-f', 'mp4'],
      ],
      ending: 'mp4',
      aim: 1.1,
    },
  ];
}

/** Runs both sides in turn. */
export async function compareEdits(
  lab: LabProcess,
  { minutes, runs }: Options,
): Promise<EditFigures> {
  const source = await prepareEditSource(minutes);
  await requireRoom(source.bytes / 1e6);
  const server = await startServerProcess(lab, { MAX_UPLOAD_MB: '5000' });
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-edit-'));
  const rows: EditRow[] = [];
  try {
    for (const one of casesOf(source))
      rows.push(await compare(server, one, { source, folder, runs }));
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
  const memory = await measureEditMemory(lab, source);
  return { sourceSeconds: source.seconds, sourceBytes: source.bytes, rows, memory };
}

async function compare(
  server: ServerProcess,
  one: Case,
  given: { readonly source: EditSource; readonly folder: string; readonly runs: number },
): Promise<EditRow> {
  const { source, runs } = given;
  const all = { ours: [] as Cost[], theirs: [] as Cost[] };
  const ours = () => timeOurs(server, one, source);
  const theirs = () => timeTheirs(one, source, given.folder);
  // The first turn is not counted: the source is read from the disk for the first time.
  for (let turn = 0; turn <= runs; turn += 1) {
    const costs = new Map<unknown, Cost>();
    for (const side of turn % 2 === 0 ? [ours, theirs] : [theirs, ours])
      costs.set(side, await side());
    const [our, their] = [costs.get(ours), costs.get(theirs)];
    if (turn === 0 || !our || !their) continue;
    all.ours.push(our);
    all.theirs.push(their);
  }
  const [our, their] = [medianCost(all.ours), medianCost(all.theirs)];
  return {
    name: one.name,
    ours: our,
    theirs: their,
    timeOver: our.seconds / their.seconds,
    cpuOver: our.cpuSeconds / their.cpuSeconds,
    aim: one.aim,
    oursMbPerSecond: source.bytes / 1e6 / our.seconds,
    theirsMbPerSecond: source.bytes / 1e6 / their.seconds,
    phases: await watch(server, one, source),
    runs: all,
  };
}

/** A new visitor with the source stored, and nothing being done for it any more. */
async function uploaded(server: ServerProcess, source: EditSource) {
  const visitor = visit(server.url);
  // A copy of a moment, so that the upload itself is no part of what is timed.
  const moment = { start: 0, end: 1, mode: 'keyframe' };
  const { job } = await visitor.sendFile('trim', source.path, moment);
  await visitor.settled(job);
  const { upload } = await visitor.ended(job);
  return { visitor, upload: upload ?? '' };
}

/** The time is that until the answer; the CPU is that until nothing is done for the file any more. */
async function timeOurs(server: ServerProcess, one: Case, source: EditSource): Promise<Cost> {
  const { visitor, upload } = await uploaded(server, source);
  const cpuBefore = cpuOfTree(server.pid);
  const startedAt = performance.now();
  const { job } = await visitor.edit(one.call, { upload, ...one.fields });
  const seconds = (performance.now() - startedAt) / 1000;
  await visitor.settled(job);
  const cpuSeconds = cpuOfTree(server.pid) - cpuBefore;
  // Its upload goes with it.
  await visitor.forget(job);
  return { seconds, cpuSeconds };
}

async function watch(server: ServerProcess, one: Case, source: EditSource): Promise<PhaseSeconds> {
  const { visitor, upload } = await uploaded(server, source);
  const id = await visitor.startEdit(one.call, { upload, ...one.fields });
  const phases = await visitor.phases(id);
  await visitor.settled(id);
  await visitor.forget(id);
  return phases;
}

async function timeTheirs(one: Case, source: EditSource, folder: string): Promise<Cost> {
  const output = path.join(folder, `theirs.${one.ending}`);
  const input = [...one.before, '-i', source.path];
  const cost = await timeCommand(['ffmpeg', '-nostdin', '-y', ...input, ...one.words, output], {});
  await rm(output);
  return cost;
}
