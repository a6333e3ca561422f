// The port SubtitleReader: fetches a file of subtitles, or an HLS playlist of such files, and reads its cues.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/async/clock.ts';
import { type Callers, createSingleFlight } from '../../core/async/single-flight.ts';
import { createFairTurns, type TurnCaller } from '../../core/limits/fair-turns.ts';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { type Cue, MAX_CUES, tidy } from '../../core/subtitles/cue.ts';
import { createPartPlacer, partsOf } from '../../core/subtitles/parts.ts';
import type { SubtitleReader, SubtitleSource } from '../../core/subtitles/ports.ts';
import { readSubtitles } from '../../core/subtitles/read-subtitles.ts';
import { timestampMap } from '../../core/subtitles/timestamp-map.ts';
import { AppError } from '../../shared/errors.ts';
import { createThreadParser, MAX_BYTES_AT_ONCE } from '../process/parse-in-thread.ts';
import type { FetchText, WithText } from './fetch-text.ts';

/** Of one file, and of all parts of a playlist together. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;
const CUE_CHARACTERS = 60;
const MAX_WAIT_MS = 20_000;

/** Creates the port. Read subtitles are kept in memory; the least recently used are evicted first. */
export function createSubtitleReader(needs: {
  readonly withText: WithText;
  readonly clock: Clock;
}): SubtitleReader {
  const { subtitles, runningSubtitles } = SHARED_RESOURCES;
  const turns = createFairTurns({
    ...subtitles,
    clock: needs.clock,
    slots: runningSubtitles.total,
    runningPerNetwork: runningSubtitles.perNetwork,
    maxWaiting: subtitles.total,
    waitingPerNetwork: subtitles.perNetwork,
    maxWaitMs: MAX_WAIT_MS,
  });
  const parse = createThreadParser<string, null, Cue>(
    new URL('./subtitle-thread.ts', import.meta.url),
    'the subtitles',
  );
  /** Small files are read at once, large ones in a thread. */
  const readText: ReadText = async (text, signal) =>
    text.length <= MAX_BYTES_AT_ONCE ? readSubtitles(text) : (await parse(text, signal)).items;
  const once = createSingleFlight<readonly Cue[], TurnCaller>();
  const kept = new LRUCache<string, readonly Cue[]>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: (cues) =>
      cues.reduce((sum, { text }) => sum + text.length + CUE_CHARACTERS, 1),
  });
  return {
    async read(source, network, signal) {
      const key = createHash('sha256').update(source.address).digest('hex');
      const known = kept.get(key);
      if (known) return known;
      const start = async (inner: AbortSignal, callers: Callers<TurnCaller>) => {
        const cues = await turns.run(callers, inner, () =>
          readFrom({ withText: needs.withText, readText }, source, inner),
        );
        kept.set(key, cues);
        return cues;
      };
      return once(key, signal, start, { network, canWait: false });
    },
  };
}

type ReadText = (text: string, signal: AbortSignal) => Promise<readonly Cue[]>;

async function readFrom(
  { withText, readText }: { readonly withText: WithText; readonly readText: ReadText },
  source: SubtitleSource,
  signal: AbortSignal,
): Promise<readonly Cue[]> {
  const { address } = source;
  const cues = await withText(source, signal, async (fetchText) => {
    const text = await fetchText(address, MAX_BYTES);
    return text.trimStart().startsWith('#EXTM3U')
      ? readParts(fetchText, address, text, (part) => readText(part, signal))
      : readText(text, signal);
  });
  if (cues.length === 0) throw new AppError('choice_unavailable', { detail: 'no cues' });
  return cues;
}

/** The cues of all parts of a playlist (RFC 8216), as of the start of the whole. */
async function readParts(
  fetchText: FetchText,
  address: string,
  playlist: string,
  readText: (text: string) => Promise<readonly Cue[]>,
): Promise<readonly Cue[]> {
  const cues: Cue[] = [];
  const place = createPartPlacer();
  let bytesLeft = MAX_BYTES;
  for (const part of partsOf(playlist)) {
    if (!URL.canParse(part.address, address)) continue;
    const text = await fetchText(new URL(part.address, address).href, bytesLeft);
    bytesLeft -= Buffer.byteLength(text);
    for (const cue of place(part, timestampMap(text), await readText(text))) cues.push(cue);
    if (bytesLeft <= 0 || cues.length >= MAX_CUES) break;
  }
  return tidy(cues);
}
