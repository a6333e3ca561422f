// The kind of the new file, which sounds it gets, and how this browser can make it.
import { useEffect, useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { kindsFor, type OutputKind, readOutput, type TrimOutput } from '../media/read-output.ts';

/** The choice. `output` is null while it is read. */
export type OutputControl = {
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
export function useOutput(media: OpenMedia): OutputControl {
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
