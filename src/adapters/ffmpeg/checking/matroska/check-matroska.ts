// Reads the head of a WebM, by which it is checked, and walks over its elements and the frames in them.
import type { Probe } from '../../../../core/files/checking/find-fault.ts';
import type { CheckTask } from '../../../../core/jobs/ports.ts';
import { demand, Unfit } from '../../hybrid-mp4/unfit.ts';
import type { MediaTools } from '../../media-tools.ts';
import { comparePackets } from '../alike-packets.ts';
import type { FileCheck, SlowChecks } from '../assert-decodes.ts';
import { checkByIndex, type WalkedFile } from '../check-by-index.ts';
import { type ReadWindow, withWindow } from '../file-window.ts';
import { sampleFaultsOf } from '../sample-faults.ts';
import { KNOWN } from './chain.ts';
import {
  CLUSTER,
  childrenIn,
  type Element,
  elementIn,
  INFO,
  MAX_HEADER_BYTES,
  SEGMENT,
  TRACKS,
} from './elements.ts';
import { type MatroskaTrack, readSeconds, readTracks } from './head.ts';

const [SIMPLE_BLOCK, BLOCK_GROUP, BLOCK] = [0xa3, 0xa0, 0xa1];
/** The most elements in front of the media, and the most bytes of one that is kept. */
const MAX_FRONT_ELEMENTS = 64;
const MAX_FACTS_BYTES = 1024 * 1024;
/** A frame of hardly any compression, and the elements of twelve hours of sound and of pictures at 60 a second. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
const MAX_ELEMENTS = 6_000_000;
/** Where the frame begins in a block, and the flags before it of a block with several. */
const FRAME_AT = 4;
const LACED = 0x06;
const BROKEN: WalkedFile = { odd: 'all', isSoundAlike: false };

type Head = {
  readonly announced: Probe;
  readonly tracks: readonly MatroskaTrack[];
  /** Where the first cluster begins. */
  readonly mediaAt: number;
};

/** Null for a file that does not say what is in it, or says it in a way of its own. Throws like `checkByIndex`. */
export async function checkMatroska(
  needs: MediaTools,
  task: CheckTask,
  bytes: number,
  slowChecks: SlowChecks,
): Promise<FileCheck | null> {
  const { path, signal } = task;
  const head = await readingTo(null, () =>
    withWindow(path, signal, (read) => readHead(read, bytes)),
  );
  if (!head) return null;
  const { announced, tracks, mediaAt } = head;
  const media = [{ start: mediaAt, end: bytes }];
  const range = { from: mediaAt, to: bytes };
  const walk = () =>
    readingTo(BROKEN, () => withWindow(path, signal, (read) => walkClusters(read, range, tracks)));
  return checkByIndex(needs, task, slowChecks, { demuxer: 'matroska', announced, media, walk });
}

/** What reading results in, or `unfit` for what cannot be read. */
async function readingTo<T, U>(unfit: U, run: () => Promise<T>): Promise<T | U> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Unfit) return unfit;
    throw error;
  }
}

async function readHead(read: ReadWindow, bytes: number): Promise<Head> {
  let info: Buffer | null = null;
  let tracks: Buffer | null = null;
  for (let [at, count] = [0, 0]; ; count += 1) {
    const { id, body, end } = await elementAt(read, at);
    if (id === CLUSTER) {
      demand(info && tracks, 'broken');
      const durationSeconds = readSeconds(info);
      demand(durationSeconds > 0, 'broken');
      const found = readTracks(tracks);
      const streams = found.map(({ stream }) => stream);
      const announced = { bytes, startSeconds: 0, durationSeconds, streams };
      return { announced, tracks: found, mediaAt: at };
    }
    demand(count < MAX_FRONT_ELEMENTS, 'too_many');
    demand(end <= bytes || (id === SEGMENT && end === Number.POSITIVE_INFINITY), 'truncated');
    if (id === INFO || id === TRACKS) {
      demand(end - body <= MAX_FACTS_BYTES, 'too_many');
      const content = Buffer.from(await read(body, end - body));
      if (id === INFO) info = content;
      else tracks = content;
    }
    at = id === SEGMENT ? body : end;
  }
}

type Range = { readonly from: number; readonly to: number };

/** Looks at every frame. A break in the chain of elements, or a frame that is cut off, ends it. */
async function walkClusters(
  read: ReadWindow,
  { from, to }: Range,
  tracks: readonly MatroskaTrack[],
): Promise<WalkedFile> {
  const { look, walked } = lookAt(tracks);
  let count = 0;
  for (let at = from; at < to; count += 1) {
    const { id, body, end } = await elementAt(read, at);
    demand(count < MAX_ELEMENTS, 'too_many');
    const isOpen = id === CLUSTER && end === Number.POSITIVE_INFINITY;
    demand(isOpen || end <= to, 'truncated');
    demand(id === CLUSTER || KNOWN.has(id), 'broken');
    at = id === CLUSTER ? body : end;
    if (id !== SIMPLE_BLOCK && id !== BLOCK_GROUP) continue;
    demand(end - body <= MAX_BLOCK_BYTES, 'too_many');
    const bytes = await read(body, end - body);
    if (id === SIMPLE_BLOCK) look(bytes);
    else
      for (const child of childrenIn(bytes))
        if (child.id === BLOCK) look(bytes.subarray(child.body, child.end));
  }
  return walked();
}

/** Takes every block: the number of its track, when it is shown, flags, and one frame or several. */
function lookAt(tracks: readonly MatroskaTrack[]) {
  const looks = new Map(
    tracks.map(({ number, stream, coding }) => [
      number,
      {
        kind: stream.kind,
        findFault: coding && sampleFaultsOf(coding),
        contents: comparePackets(),
      },
    ]),
  );
  const odd = new Set<string>();
  return {
    look(block: Buffer): void {
      const [number = 0] = block;
      // One byte long, as that of all tracks up to the 126th.
      const track = looks.get(number & 0x7f);
      demand(track && number >= 0x80 && block.length > FRAME_AT, 'broken');
      const frame = block.subarray(FRAME_AT);
      if (track.kind === 'sound') track.contents.add(frame);
      const isLaced = ((block[FRAME_AT - 1] ?? 0) & LACED) !== 0;
      if (!isLaced && track.findFault?.(frame)) odd.add(track.kind);
    },
    walked: (): WalkedFile => ({
      odd: odd.has('picture') ? 'all' : odd.has('sound') ? 'sound' : null,
      isSoundAlike: [...looks.values()].some(({ contents }) => contents.areAlike()),
    }),
  };
}

async function elementAt(read: ReadWindow, at: number): Promise<Element> {
  const { id, body, end } = elementIn(await read(at, MAX_HEADER_BYTES), 0);
  return { id, body: at + body, end: at + end };
}
