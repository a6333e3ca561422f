// Keeps the queue of this tab in sessionStorage, so that it survives a reload. What is read back is checked.
import { MAX_PLACE } from '../../../shared/limits.ts';
import { QUALITIES } from '../../../shared/media/qualities.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { platformOfAnyHost } from '../../../shared/sites/index.ts';
import { now } from '../../browser/clock.ts';
import { recall, store } from '../../browser/storage.ts';
import { failureWithoutAnswer } from '../../download-client/failure.ts';
import { FORMATS, type Part } from '../../download-client/flow-state.ts';
import { isFailureCode } from '../../download-client/next-step.ts';
import { readList } from '../../download-client/read-list.ts';
import {
  type BatchChoice,
  type BatchRow,
  type BatchState,
  EMPTY_BATCH,
  type Place,
  type PlatformWaits,
  type RowPreview,
  type RowState,
} from './batch-state.ts';

/** The storage of one queue. `read` gives an empty one where nothing, or nothing readable, is stored. */
export type BatchMemory = {
  readonly read: () => BatchState;
  readonly write: (state: BatchState) => void;
};

type Fields = Readonly<Record<string, unknown>>;

const KEY = 'batch';
/** One that is longer comes from a clock that was changed. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** The storage in the browser. If it is disabled or full, that is only logged. */
export const batchMemory: BatchMemory = {
  read() {
    try {
      return parseBatch(recall(KEY, 'tab'));
    } catch (error) {
      console.warn('the list of this tab could not be read', error);
      return EMPTY_BATCH;
    }
  },
  write: (state) => store(KEY, state.rows.length === 0 ? null : formatBatch(state), 'tab'),
};

/** What is stored of a queue: of a row that has a job, the job; the server knows the rest. */
export function formatBatch({ rows, choice, isRunning, waits }: BatchState): string {
  return JSON.stringify({ choice, isRunning, waits, rows: rows.map(keptRow) });
}

function keptRow({ url, choice, part, place, preview, state }: BatchRow) {
  const job = 'job' in state ? state.job : null;
  return {
    url,
    choice,
    part,
    place,
    preview,
    job,
    state: state.kind,
    code: state.kind === 'failed' ? state.failure.code : null,
  };
}

/** Reads what {@link formatBatch} made. Rows with a job are open until the server has reported on it. */
export function parseBatch(text: string | null): BatchState {
  const kept = asFields(text === null ? null : JSON.parse(text));
  if (!kept || !Array.isArray(kept['rows'])) return EMPTY_BATCH;
  const rows = new Map<string, BatchRow>();
  for (const one of kept['rows']) {
    const row = readRow(asFields(one));
    if (row) rows.set(row.key, row);
  }
  return {
    rows: [...rows.values()],
    choice: readChoice(kept['choice']) ?? EMPTY_BATCH.choice,
    isRunning: kept['isRunning'] === true,
    pauseReason: null,
    waits: readWaits(asFields(kept['waits'])),
  };
}

function readRow(kept: Fields | null): BatchRow | null {
  if (!kept || typeof kept['url'] !== 'string') return null;
  // It was accepted: its site was on.
  const [link] = readList(kept['url'], new Set(), platformOfAnyHost).links;
  if (!link) return null;
  return {
    ...link,
    choice: readChoice(kept['choice']),
    part: readPart(asFields(kept['part'])),
    place: readPlace(asFields(kept['place'])),
    preview: readPreview(asFields(kept['preview'])),
    state: readState(kept),
  };
}

function readState({ state, job, code }: Fields): RowState {
  if (state === 'cancelled' || state === 'expired') return { kind: state };
  if (typeof job === 'string' && job !== '') return { kind: 'open', job, progress: null };
  if (state === 'failed' && typeof code === 'string' && isFailureCode(code))
    return { kind: 'failed', job: null, failure: failureWithoutAnswer(code) };
  return { kind: 'waiting' };
}

function readWaits(kept: Fields | null): PlatformWaits {
  const latest = now() + LONGEST_WAIT_MS;
  const isTime = (value: unknown) => typeof value === 'number' && value <= latest;
  const ids = Object.keys(PLATFORMS).filter((id) => isTime(kept?.[id]));
  return Object.fromEntries(ids.map((id) => [id, kept?.[id]]));
}

function readChoice(value: unknown): BatchChoice | null {
  const kept = asFields(value);
  const format = FORMATS.find((one) => one === kept?.['format']);
  const quality = QUALITIES.find((one) => one === kept?.['quality']);
  return format && quality ? { format, quality } : null;
}

function readPart(kept: Fields | null): Part | undefined {
  const { from, to, cut } = kept ?? {};
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  return { from, to, ...(cut === 'exact' && { cut }) };
}

function readPlace(kept: Fields | null): Place | undefined {
  const { list, number, isAlbum } = kept ?? {};
  if (typeof list !== 'string' || !isPlace(number)) return undefined;
  return { list, number, isAlbum: isAlbum === true };
}

/** The server takes no other. */
function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_PLACE;
}

function readPreview(kept: Fields | null): RowPreview | null {
  if (typeof kept?.['title'] !== 'string') return null;
  const { author, durationSeconds, itemCount, hasParts, thumbnailUrl } = kept;
  return {
    title: kept['title'],
    author: typeof author === 'string' ? author : null,
    durationSeconds: typeof durationSeconds === 'number' ? durationSeconds : null,
    // The server forgets pictures after minutes; an expired one gives way to the mark of its platform.
    thumbnailUrl:
      typeof thumbnailUrl === 'string' && /^\/[^/\\]/.test(thumbnailUrl) ? thumbnailUrl : null,
    itemCount: typeof itemCount === 'number' ? itemCount : 1,
    hasParts: hasParts === true,
  };
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null;
}
