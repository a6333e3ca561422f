// The state of a queue of links, and what follows from it. Pure.

import type { DownloadResult, Job, ProgressEvent } from '../../../shared/api/download.ts';
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { MAX_TRACK_NUMBER } from '../../../shared/limits.ts';
import type { Quality } from '../../../shared/media/qualities.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { type Failure, failureFromServer } from '../../download-client/failure.ts';
import { fitChoice, itemOf } from '../../download-client/fit-choice.ts';
import type { Choice, Format, Part, PickedList } from '../../download-client/flow-state.ts';

/** What to make of a link. */
export type BatchChoice = { readonly format: Format; readonly quality: Quality };

/** What is known of a link before its file is there. `itemCount` is that of its post. */
export type RowPreview = {
  readonly title: string;
  readonly author: string | null;
  readonly durationSeconds: number | null;
  readonly thumbnailUrl: string | null;
  readonly itemCount: number;
  /** Whether only a part of it can be had. */
  readonly hasParts: boolean;
};

/**
 * The state of a row. `starting`: the request was sent; `open`: the server has made a job; `expired`: the server no longer has
 * it.
 */
export type RowState =
  | { readonly kind: 'waiting' | 'starting' | 'cancelled' | 'expired' }
  | { readonly kind: 'open'; readonly job: string; readonly progress: ProgressEvent | null }
  | { readonly kind: 'ready'; readonly job: string; readonly result: DownloadResult }
  | { readonly kind: 'failed'; readonly job: string | null; readonly failure: Failure };

/** Whether bytes have arrived for a row that is open. */
export function hasBytes({ progress }: Extract<RowState, { kind: 'open' }>): boolean {
  return (progress?.bytes ?? 0) > 0;
}

/** Where a link is in the list that it was picked of. */
export type Place = {
  readonly list: string;
  readonly number: number;
  readonly isAlbum: boolean;
};

/** A link of the queue. A `choice` replaces the one for all. */
export type BatchRow = {
  readonly key: string;
  readonly url: string;
  readonly platform: PlatformId;
  readonly place?: Place | undefined;
  readonly preview: RowPreview | null;
  readonly choice: BatchChoice | null;
  /** In seconds; left out for all of the video. */
  readonly part?: Part | undefined;
  /** A time that was typed for its part is wrong: it is not started. */
  readonly isPartWrong?: boolean;
  readonly state: RowState;
};

/** Why a running queue is paused. */
export type PauseReason = 'offline' | 'busy';

/** Until when platforms that refuse the server are not tried, in epoch milliseconds. */
export type PlatformWaits = Readonly<Partial<Record<PlatformId, number>>>;

/** The queue. `isRunning`: waiting rows are started. */
export type BatchState = {
  readonly rows: readonly BatchRow[];
  readonly choice: BatchChoice;
  readonly isRunning: boolean;
  readonly pauseReason: PauseReason | null;
  readonly waits: PlatformWaits;
};

/** A queue without rows, as a new tab has it. */
export const EMPTY_BATCH: BatchState = {
  rows: [],
  choice: { format: 'mp4', quality: 'high' },
  isRunning: false,
  pauseReason: null,
  waits: {},
};

/** How many rows are in which state. `done` are those that have ended, however. */
export type BatchCounts = {
  readonly all: number;
  readonly waiting: number;
  readonly active: number;
  readonly ready: number;
  readonly failed: number;
  readonly done: number;
};

/** Counts the rows by state. */
export function countRows(rows: readonly BatchRow[]): BatchCounts {
  const of = (...kinds: RowState['kind'][]) =>
    rows.filter(({ state }) => kinds.includes(state.kind)).length;
  const [waiting, active] = [of('waiting'), of('starting', 'open')];
  return {
    all: rows.length,
    waiting,
    active,
    ready: of('ready'),
    failed: of('failed', 'expired'),
    done: rows.length - waiting - active,
  };
}

/** How much of the queue has been done, and how much of that without a file, from 0 to 100. Cancelled rows are no part of it. */
export function percentOf(rows: readonly BatchRow[]): { done: number; failed: number } {
  const wanted = rows.filter(({ state }) => state.kind !== 'cancelled');
  let [done, failed] = [0, 0];
  for (const { state } of wanted) {
    if (state.kind === 'open') done += state.progress?.percent ?? 0;
    if (state.kind === 'ready') done += 100;
    if (state.kind === 'failed' || state.kind === 'expired') failed += 100;
  }
  const all = Math.max(1, wanted.length);
  return { done: (done + failed) / all, failed: failed / all };
}

/** The size of all finished files, in bytes. */
export function readyBytes(rows: readonly BatchRow[]): number {
  return rows.reduce(
    (sum, { state }) => sum + (state.kind === 'ready' ? state.result.receipt.bytes : 0),
    0,
  );
}

/** The state of a row, from its job at the server. */
export function rowStateOf(job: Job): RowState {
  if (job.state === 'cancelled') return { kind: 'cancelled' };
  if (job.result) return { kind: 'ready', job: job.job, result: job.result };
  if (job.state === 'open') return { kind: 'open', job: job.job, progress: job.progress };
  if (!job.error || job.error.code === 'expired') return { kind: 'expired' };
  return { kind: 'failed', job: job.job, failure: failureFromServer(job.error) };
}

/** The place of a link in a list; undefined if it is not in it. */
export function placeIn(list: PickedList | null, url: string): Place | undefined {
  const number = list?.numbers[url];
  return list && number !== undefined
    ? { list: list.title, number, isAlbum: list.isAlbum }
    : undefined;
}

/** The list that all rows are of; null if there is none, or several. */
export function listOf(rows: readonly BatchRow[]): string | null {
  const [first] = rows;
  const isSame = ({ place }: BatchRow) => place?.list === first?.place?.list;
  return first?.place && rows.every(isSame) ? first.place.list : null;
}

/** Changes the row with this key. */
export function withRow(
  state: BatchState,
  key: string,
  change: (row: BatchRow) => BatchRow,
): BatchState {
  const rows = state.rows.map((row) => (row.key === key ? change(row) : row));
  return { ...state, rows };
}

/** The preview of an inspected post, and the choice fitted to what it offers. */
export function readInspection(
  answer: InspectAnswer,
  wanted: BatchChoice,
  { part, place }: Pick<BatchRow, 'part' | 'place'> = {},
): { readonly preview: RowPreview; readonly choice: Choice } {
  const choice = fitChoice(choiceOf(wanted, { part, place }), answer);
  const item = itemOf(answer, choice);
  const { title, author } = answer.media;
  return {
    choice,
    preview: {
      title: item?.title || title,
      author,
      durationSeconds: item?.durationSeconds ?? null,
      thumbnailUrl: item?.thumbnailUrl ?? null,
      itemCount: answer.items.length + answer.omittedItems,
      hasParts: Boolean(item?.part),
    },
  };
}

/** The choice as a download has it, of the item that the link points at. */
export function choiceOf(
  { format, quality }: BatchChoice,
  { part, place }: Pick<BatchRow, 'part' | 'place'> = {},
): Choice {
  const isSong = format === 'mp3' && place?.isAlbum && place.number <= MAX_TRACK_NUMBER;
  return {
    format,
    quality,
    itemId: null,
    offerId: null,
    part,
    ...(isSong && { details: { tags: { album: albumOf(place.list), track: place.number } } }),
  };
}

/** YouTube's own name for such a list is "Album - Tones". */
const albumOf = (list: string) => list.replace(/^Album\s+[-–—]\s+/, '').slice(0, 200);
