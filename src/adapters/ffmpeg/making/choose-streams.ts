// Which streams of a source a file is made of. Pure.
import type { Probe, ProbedPicture, ProbedSound } from '../../../core/files/checking/find-fault.ts';

/** The streams of a source: its picture, and its sounds in the order in which they are preferred. */
export type Streams = {
  readonly picture: ProbedPicture | null;
  readonly sounds: readonly ProbedSound[];
};

/** The streams of a probe; of none, no streams. */
export function streamsIn(probe: Probe | undefined): Streams {
  const streams = probe?.streams ?? [];
  const sounds = streams.filter((stream) => stream.kind === 'sound');
  return {
    picture: streams.find((stream) => stream.kind === 'picture') ?? null,
    sounds: [...sounds.filter(isMain), ...sounds.filter((sound) => !isMain(sound))],
  };
}

/**
 * Whether all sounds belong together, as recording programs write them: those of a film in several languages, or in several
 * formats, do not.
 */
export function belongTogether(
  sounds: readonly ProbedSound[],
  languageOf: ReadonlyMap<number, string>,
): boolean {
  const kinds = sounds.map(({ codec, channels, sampleRateHz }) =>
    [codec, channels, sampleRateHz].join(),
  );
  const languages = sounds.flatMap(({ index }) => languageOf.get(index) ?? []);
  return (
    sounds.length > 1 &&
    sounds.every(isMain) &&
    new Set(kinds).size === 1 &&
    new Set(languages).size <= 1
  );
}

const isMain = ({ isExtra }: ProbedSound) => !isExtra;
