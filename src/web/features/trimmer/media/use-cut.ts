// The state of a cut: running, made, failed or cancelled; of several files, the state of each.
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf, type TrimError } from './failure.ts';
import { createShare, type LiveShare } from './live-share.ts';
import { type CutEnd, type CutFile, type CutRequest, makeCut, namesOf } from './make-cut.ts';
import type { OpenMedia } from './open-media.ts';

/** One of the files: not begun, running, or how it ended. `url` is an object URL of the new file. */
export type CutItem = { readonly name: string } & (
  | { readonly kind: 'waiting' | 'making' | 'checking' | 'left' }
  | { readonly kind: 'made'; readonly file: CutFile; readonly url: string }
  | { readonly kind: 'failed'; readonly error: TrimError }
);

/** One that can be saved. */
export type MadeItem = Extract<CutItem, { readonly kind: 'made' }>;

/** The state. */
export type CutState =
  | { readonly kind: 'none' }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'making' | 'checking';
      readonly share: LiveShare;
      readonly items: readonly CutItem[];
    }
  /** `isOld`: something was changed since; the files stay until others are made. */
  | { readonly kind: 'made'; readonly items: readonly CutItem[]; readonly isOld: boolean }
  | { readonly kind: 'failed'; readonly error: TrimError };

/** The state and its actions. `outdate` says that what was made no longer fits the choices; a failure goes. */
export type Cutting = {
  readonly state: CutState;
  readonly start: (request: CutRequest) => Promise<void>;
  /** Makes what of the last request is missing; what is there stays. */
  readonly again: () => Promise<void>;
  readonly cancel: () => void;
  readonly outdate: () => void;
};

/** The last request and what came of it. */
type Made = {
  readonly request: CutRequest;
  items: readonly CutItem[];
  readonly disposers: (() => Promise<void>)[];
};

/** Cuts one file, one request at a time. */
export function useCut(media: OpenMedia): Cutting {
  const [state, setState] = useState<CutState>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  const made = useRef<Made | null>(null);

  const drop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    const old = made.current;
    made.current = null;
    for (const item of old?.items ?? []) if (item.kind === 'made') URL.revokeObjectURL(item.url);
    for (const dispose of old?.disposers ?? [])
      dispose().catch((error: unknown) => console.warn('a cut could not be deleted', error));
  }, []);
  useEffect(() => drop, [drop]);

  const run = useCallback(
    async (all: Made) => {
      const own = new AbortController();
      running.current = own;
      const isOurs = () => running.current === own;
      const share = createShare();
      // Where among all files those of this run are.
      const places = all.items.flatMap(({ kind }, index) => (kind === 'made' ? [] : index));
      let at = 0;
      const show = (kind: 'making' | 'checking') => {
        const items = all.items.map(({ name }, index): CutItem => {
          const item = all.items[index];
          return index === places[at] ? { name, kind } : (item ?? { name, kind: 'waiting' });
        });
        if (isOurs()) setState({ kind, share, items });
      };
      let isChecking = false;
      all.items = all.items.map((item) =>
        item.kind === 'made' ? item : { name: item.name, kind: 'waiting' },
      );
      show('making');
      try {
        const cut = await makeCut(media, requestOf(all.request, places), {
          signal: own.signal,
          onProgress(part) {
            share.set(part);
            if (isChecking) show('making');
            isChecking = false;
          },
          onChecking() {
            isChecking = true;
            show('checking');
          },
          onEnd(index, end) {
            if (!isOurs()) return;
            all.items = withEnds(all.items, [[places[index], end]]);
            at = index + 1;
          },
        });
        if (!isOurs()) return void (await cut.dispose());
        all.disposers.push(cut.dispose);
        all.items = withEnds(
          all.items,
          cut.ends.map((end, index) => [places[index], end]),
        );
        setState({ kind: 'made', items: all.items, isOld: false });
      } catch (error) {
        if (!isOurs()) return;
        const end: CutEnd = own.signal.aborted
          ? { kind: 'left' }
          : { kind: 'failed', error: failureOf(error) };
        all.items = withEnds(
          all.items,
          places.map((place) => [place, end]),
        );
        if (all.items.some(({ kind }) => kind === 'made'))
          return setState({ kind: 'made', items: all.items, isOld: false });
        setState(end.kind === 'failed' ? end : { kind: 'cancelled' });
      } finally {
        if (isOurs()) running.current = null;
      }
    },
    [media],
  );
  const start = useCallback(
    async (request: CutRequest) => {
      drop();
      const names = namesOf(media, request);
      const items = names.map((name): CutItem => ({ name, kind: 'waiting' }));
      made.current = { request, items, disposers: [] };
      await run(made.current);
    },
    [media, drop, run],
  );
  const again = useCallback(async () => {
    if (made.current && !running.current) await run(made.current);
  }, [run]);
  const cancel = useCallback(() => running.current?.abort(), []);
  const outdate = useCallback(() => {
    setState((last) => (last.kind === 'made' ? { ...last, isOld: true } : { kind: 'none' }));
  }, []);
  return { state, start, again, cancel, outdate };
}

/** A request for some of its files only. */
function requestOf(request: CutRequest, places: readonly number[]): CutRequest {
  if (!request.isSeparate) return request;
  const some = <Value>(all: readonly Value[]) => all.filter((_, index) => places.includes(index));
  return { ...request, ranges: some(request.ranges), names: some(namesAsMade(request)) };
}

const namesAsMade = ({ ranges, names }: CutRequest) => ranges.map((_, index) => names[index] ?? '');

/** The items with what has ended in their places; one that is there already keeps its URL. */
function withEnds(
  items: readonly CutItem[],
  ends: readonly (readonly [number | undefined, CutEnd])[],
): readonly CutItem[] {
  const byPlace = new Map(ends);
  return items.map((item, index): CutItem => {
    const end = byPlace.get(index);
    if (!end || item.kind === 'made') return item;
    const { name } = item;
    return end.kind === 'made'
      ? { name, ...end, url: URL.createObjectURL(end.file.file) }
      : { name, ...end };
  });
}
