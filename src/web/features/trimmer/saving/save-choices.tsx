// The figures of what is made, and the choices: the kind of file, one or several, and the way of cutting.
import type { OpenMedia } from '../media/open-media.ts';
import { totalOf } from '../parts/segments.ts';
import { OutputChoice } from './output-choice.tsx';
import { PartFacts } from './part-facts.tsx';
import type { Saving } from './use-saving.ts';
import { WayChoice } from './way-choice.tsx';

type SaveChoicesProps = { readonly media: OpenMedia; readonly saving: Saving };

/** The part of the editor below the timeline. */
export function SaveChoices({ media, saving }: SaveChoicesProps) {
  const { tracks, way, plan, planned, bytes } = saving;
  return (
    <>
      <PartFacts lengthMs={totalOf(planned)} bytes={bytes} />
      <OutputChoice saving={saving} media={media} />
      {tracks && <WayChoice output={tracks} way={way} plan={plan} onChange={saving.chooseWay} />}
    </>
  );
}
