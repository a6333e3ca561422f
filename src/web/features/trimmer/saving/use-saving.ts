// What is made of the segments of a file: which ranges, as what, in which way, and what comes of it.
import { useEffect, useState } from 'react';
import type { Range } from '../../../cutting/range.ts';
import { expectedBytes } from '../figures.ts';
import type { GifSize } from '../gif/gif-sizes.ts';
import type { CutRequest } from '../media/make-cut.ts';
import type { OpenMedia } from '../media/open-media.ts';
import type { Way } from '../media/plan-cut.ts';
import {
  kindsFor,
  type OutputKind,
  readOutput,
  type TrackOutput,
  type TrimOutput,
} from '../media/read-output.ts';
import { type CutPlan, usePlan } from '../media/use-plan.ts';
import { keptOf, keptRanges } from '../parts/segments.ts';
import type { SegmentsControl } from '../parts/use-segments.ts';
import { type Problem, possibleWay, problemOf } from './possible.ts';

/** The choices. `tracks` is null while it is read, and for a GIF. */
export type Saving = {
  readonly chosen: OutputControl;
  readonly tracks: TrackOutput | null;
  readonly way: Way;
  readonly isSeparate: boolean;
  readonly gifSize: GifSize;
  /** How many segments are kept. */
  readonly pieceCount: number;
  /** Null while it is being read. */
  readonly plan: CutPlan | null;
  /** What the new files will hold, as far as it is known. */
  readonly planned: readonly Range[];
  /** Likewise, up to the ends that were asked for: what a copy has behind them is not wanted. */
  readonly played: readonly Range[];
  readonly bytes: number;
  readonly problem: Problem | null;
  /** What to make; null while it is not known, or is impossible. */
  readonly request: CutRequest | null;
  readonly chooseKind: (kind: OutputKind) => void;
  readonly chooseSound: (sound: number | null) => void;
  readonly chooseWay: (way: Way) => void;
  readonly chooseSeparate: (isSeparate: boolean) => void;
  readonly chooseGifSize: (size: GifSize) => void;
};

/** Holds the choices; `onChange` is called before each of them. */
export function useSaving(
  media: OpenMedia,
  { segments, change }: SegmentsControl,
  onChange: () => void,
): Saving {
  const [wanted, setWanted] = useState<Way>('instant');
  const [gifSize, setGifSize] = useState<GifSize>(480);
  const chosen = useOutput(media);
  const { kind, output } = chosen;
  const tracks = output && output.kind !== 'gif' ? output : null;
  const way = possibleWay(wanted, tracks);
  const { isSeparate } = segments;
  const ranges = keptRanges(segments);
  const kept = keptOf(segments.all);
  const names = kept.map(({ name }) => name);
  const cut = { way: tracks ? way : 'exact', isSeparate } as const;
  const plan = usePlan(tracks, cut, ranges, media.durationMs);
  const planned =
    plan?.parts.map(({ trueStartMs, trueEndMs }) => ({ startMs: trueStartMs, endMs: trueEndMs })) ??
    ranges;
  const played =
    plan?.parts.map(({ trueStartMs, endMs }) => ({ startMs: trueStartMs, endMs })) ?? ranges;
  const bytesOf = (some: readonly Range[]) =>
    expectedBytes(media, output ?? media.same, { way, gifSize }, some);
  const problem = problemOf(kind, tracks, ranges);
  const isReady = output !== null && problem === null && (tracks === null || plan !== null);
  const first =
    <Value>(choose: (value: Value) => void) =>
    (value: Value) => {
      onChange();
      choose(value);
    };
  return {
    chosen,
    tracks,
    way,
    isSeparate,
    gifSize,
    pieceCount: kept.length,
    plan,
    planned,
    played,
    bytes: bytesOf(planned),
    problem,
    request: isReady ? { ranges, names, way, output, isSeparate, gifSize, bytesOf } : null,
    chooseKind: first(chosen.choose),
    chooseSound: first(chosen.chooseSound),
    chooseWay: first(setWanted),
    chooseSeparate: (separate) => change({ kind: 'separate', isSeparate: separate }),
    chooseGifSize: first(setGifSize),
  };
}

/** The kind of the new file, which sounds it gets, and how this browser can make it: `output`, null while it is read. */
type OutputControl = {
  readonly kinds: readonly OutputKind[];
  readonly kind: OutputKind;
  /** The only sound to keep, by its place in the file; null keeps all of them. */
  readonly sound: number | null;
  readonly output: TrimOutput | null;
  readonly choose: (kind: OutputKind) => void;
  readonly chooseSound: (sound: number | null) => void;
};

type Read = { readonly sound: number | null; readonly output: TrimOutput };

/** Holds the choice; initially the kind of the file, with all its sounds. */
function useOutput(media: OpenMedia): OutputControl {
  const [kind, setKind] = useState<OutputKind>('same');
  const [sound, setSound] = useState<number | null>(null);
  const [read, setRead] = useState<Read>({ sound: null, output: media.same });
  const { container, video, audios } = media;
  useEffect(() => {
    let isWanted = true;
    if (kind === 'same' && sound === null) return setRead({ sound, output: media.same });
    const audio = sound === null ? audios : audios.slice(sound, sound + 1);
    readOutput({ container, video, audio }, kind).then(
      (output) => isWanted && setRead({ sound, output }),
      (error: unknown) => console.warn('the kind of file could not be read', error),
    );
    return () => {
      isWanted = false;
    };
  }, [kind, sound, media, container, video, audios]);
  return {
    kinds: kindsFor({ container, video, audio: audios }),
    kind,
    sound,
    output: read.output.kind === kind && read.sound === sound ? read.output : null,
    choose: setKind,
    chooseSound: setSound,
  };
}
