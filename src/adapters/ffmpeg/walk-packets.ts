// Walks over the packets of a file once, for what its index does not state.
import type { Probe } from '../../core/files/checking/find-fault.ts';
import type { Demuxer } from './making/guarded-input.ts';
import { eachLine, type ProbeNeeds, runFfprobe } from './run-ffprobe.ts';

/** From the first packet of a stream to the end of its last, in seconds of its clock. */
export type Span = { start: number; end: number };
type Counted = Span & { count: number };

/** What was seen, by the index of the stream; `isWhole` if that was all. */
export type Walk = { readonly spans: ReadonlyMap<number, Counted>; readonly isWhole: boolean };

const SHOWN = [
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time',
  '-of',
  'csv=p=0',
];
const DEADLINE_MS = 30_000;
/** A line for each packet: those of a film of four hours. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Walks until the end, or as far as the bounds let it. Throws the signal's reason. */
export async function walkPackets(
  needs: ProbeNeeds,
  { demuxer, path }: { readonly demuxer: Demuxer; readonly path: string },
  signal: AbortSignal,
  cpuSeconds: number,
): Promise<Walk> {
  const spans = new Map<number, Counted>();
  const end = await runFfprobe(needs, {
    demuxer,
    input: { path },
    show: SHOWN,
    cpuSeconds,
    signal,
    deadlineMs: DEADLINE_MS,
    onOutput: eachLine((line) => addPacket(spans, line)),
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  return { spans, isWhole: end.exitCode === 0 && end.reason === 'exit' };
}

/** A line such as `1,5.974000,5.974000,0.020000`, with `N/A` for what the container does not have. */
function addPacket(spans: Map<number, Counted>, line: string): void {
  const [index, shown, decoded, seconds] = line.split(',').map(Number.parseFloat);
  const start = [shown, decoded].find(Number.isFinite);
  if (index === undefined || start === undefined) return;
  const end = start + (seconds && seconds > 0 ? seconds : 0);
  const span = spans.get(index);
  if (!span) {
    spans.set(index, { count: 1, start, end });
    return;
  }
  span.count += 1;
  span.start = Math.min(span.start, start);
  span.end = Math.max(span.end, end);
}

/** The length of a file by its pictures and sounds, in seconds; null where there are none. */
export function spannedSeconds(
  { streams }: Probe,
  spans: ReadonlyMap<number, Span>,
): number | null {
  const isMedia = ({ kind }: Probe['streams'][number]) => kind === 'picture' || kind === 'sound';
  const found = streams.filter(isMedia).flatMap(({ index }) => spans.get(index) ?? []);
  if (found.length === 0) return null;
  const starts = found.map(({ start }) => start);
  return Math.max(...found.map(({ end }) => end)) - Math.min(...starts);
}
