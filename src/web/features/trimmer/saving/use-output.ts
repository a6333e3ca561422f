// The kind of the new file, and how this browser can make it.
import { useEffect, useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { kindsFor, type OutputKind, readOutput, type TrimOutput } from '../media/read-output.ts';

/** The choice. `output` is null while it is read. */
export type OutputControl = {
  readonly kinds: readonly OutputKind[];
  readonly kind: OutputKind;
  readonly output: TrimOutput | null;
  readonly choose: (kind: OutputKind) => void;
};

/** Holds the choice; initially the kind of the file. */
export function useOutput(media: OpenMedia): OutputControl {
  const [kind, setKind] = useState<OutputKind>('same');
  const [read, setRead] = useState<TrimOutput>(media.same);
  const { container, video, audios: audio } = media;
  useEffect(() => {
    let isWanted = true;
    if (kind === 'same') return setRead(media.same);
    readOutput({ container, video, audio }, kind).then(
      (output) => isWanted && setRead(output),
      (error: unknown) => console.warn('the kind of file could not be read', error),
    );
    return () => {
      isWanted = false;
    };
  }, [kind, media, container, video, audio]);
  return {
    kinds: kindsFor({ container, video, audio }),
    kind,
    output: read.kind === kind ? read : null,
    choose: setKind,
  };
}
