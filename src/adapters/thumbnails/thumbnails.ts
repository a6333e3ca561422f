// The port Thumbnails: fetches an image through the egress proxy, decodes it in the sandbox, and returns a small clean JPEG.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Clock } from '../../core/async/clock.ts';
import { type Callers, createSingleFlight } from '../../core/async/single-flight.ts';
import type { Thumbnails } from '../../core/inspecting/ports.ts';
import { createFairTurns, type TurnCaller } from '../../core/limits/fair-turns.ts';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_THUMBNAIL_BYTES } from '../../shared/limits.ts';
import { type RunResult, runProgram } from '../process/run.ts';
import type { Sandbox } from '../process/sandbox.ts';
import { sniffPicture } from './sniff-picture.ts';

const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const MAX_DECODED_AT_ONCE = 2;
const MAX_WAIT_MS = 20_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const DEADLINE_MS = 10_000;
const MAX_PIXELS = 40_000_000;
const MAX_ALLOC_BYTES = 268_435_456;

/** Fetches the bytes of an address, at most `maxBytes`. Throws AppError. */
export type FetchPicture = (
  source: Parameters<Thumbnails['render']>[0],
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Uint8Array>;

/** Makes the port. Finished pictures are kept in memory, 32 MB of them; the least recently used are evicted first. */
export function createThumbnails(needs: {
  readonly ffmpegPath: string;
  readonly sandbox: Sandbox;
  readonly fetchPicture: FetchPicture;
  readonly clock: Clock;
}): Thumbnails {
  const { thumbnails, runningThumbnails } = SHARED_RESOURCES;
  const turns = createFairTurns({
    ...thumbnails,
    clock: needs.clock,
    slots: runningThumbnails.total,
    runningPerNetwork: runningThumbnails.perNetwork,
    maxWaiting: thumbnails.total,
    waitingPerNetwork: thumbnails.perNetwork,
    maxWaitMs: MAX_WAIT_MS,
  });
  const once = createSingleFlight<Uint8Array, TurnCaller>();
  const inTurn = pLimit(MAX_DECODED_AT_ONCE);
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (picture) => picture.length,
  });

  const make = async (source: Parameters<FetchPicture>[0], signal: AbortSignal) => {
    const bytes = await needs.fetchPicture(source, MAX_THUMBNAIL_BYTES, signal);
    const demuxer = sniffPicture(bytes);
    if (!demuxer)
      throw new AppError('not_found', { detail: 'the thumbnail is neither JPEG, PNG nor WebP' });
    return inTurn(async () => {
      const args = reencodeArguments(demuxer, source.isSquare ?? false);
      const run = await runProgram({
        sandbox: needs.sandbox,
        program: needs.ffmpegPath,
        args,
        network: 'none',
        files: { read: [], write: [] },
        limits: { dataBytes: 512 * 1024 * 1024, cpuSeconds: 10, files: 64 },
        input: bytes,
        yields: true,
        signal,
        deadlineMs: DEADLINE_MS,
        maxStdoutBytes: MAX_OUTPUT_BYTES,
      });
      return pictureOf(run, signal);
    });
  };

  return {
    async render(source, network, signal) {
      const key = createHash('sha256')
        .update(`${source.isSquare ? 'square ' : ''}${source.address}`)
        .digest('hex');
      const known = kept.get(key);
      if (known) return known;
      const start = async (inner: AbortSignal, callers: Callers<TurnCaller>) => {
        // Its bytes are in memory from the first one on, so fetching takes turns as well.
        const picture = await turns.run(callers, inner, () => make(source, inner));
        kept.set(key, picture);
        return picture;
      };
      return once(key, signal, start, { network, canWait: false });
    },
  };
}

/**
 * The square in the middle of a picture that is 4:3 or wider. One that is narrower than 16:9 has black bars above and below as well;
 * one that is nearly a square stays as it is.
 */
const SQUARE = 'min(ih,iw*9/16)';
const TO_SQUARE = `crop=w='if(gte(iw,ih*1.3),${SQUARE},iw)':h='if(gte(iw,ih*1.3),${SQUARE},ih)'`;

/** ffmpeg's arguments: from pipe to pipe, one frame, at most 640 pixels wide, without metadata. Pure. */
function reencodeArguments(demuxer: string, isSquare: boolean): string[] {
  return [
    '-nostdin',
    '-hide_banner',
    '-loglevel',
    'error',
    '-protocol_whitelist',
    'pipe',
    '-max_alloc',
    String(MAX_ALLOC_BYTES),
    '-max_pixels',
    String(MAX_PIXELS),
    '-threads',
    '1',
    '-f',
    demuxer,
    '-i',
    'pipe:0',
    '-frames:v',
    '1',
    '-map_metadata',
    '-1',
    '-vf',
    `${isSquare ? `${TO_SQUARE},` : ''}scale=w='min(640,iw)':h=-2`,
    '-pix_fmt',
    'yuvj420p',
    '-q:v',
    '4',
    '-f',
    'mjpeg',
    'pipe:1',
  ];
}

function pictureOf(run: RunResult, signal: AbortSignal): Uint8Array {
  if (run.reason === 'cancelled') signal.throwIfAborted();
  if (run.reason === 'exit' && run.exitCode === 0 && run.stdout.length > 0) return run.stdout;
  throw new AppError('not_found', {
    detail: `the thumbnail could not be decoded (${run.reason} ${run.exitCode}): ${run.stderrTail.slice(-200)}`,
  });
}
