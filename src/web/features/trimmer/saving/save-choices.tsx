// The figures of what is made, and the choices: the kind of file, one or several, and the way of cutting.

import { formatBytes } from '../../../words/figures.ts';
import type { OpenMedia } from '../media/open-media.ts';
import { totalOf } from '../parts/segments.ts';
import { formatTime } from '../timeline/times.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { OutputChoice } from './output-choice.tsx';
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

type PartFactsProps = { readonly lengthMs: number; readonly bytes: number };

/** The two figures. */
function PartFacts({ lengthMs, bytes }: PartFactsProps) {
  const { t, language } = useTrimmerWords();
  const facts = [
    { name: t('trimmer.length'), value: formatTime(lengthMs) },
    { name: t('trimmer.size'), value: formatBytes(bytes, language) },
  ];
  return (
    <dl className="my-5 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-soft text-xs">{name}</dt>
          <dd className="font-semibold text-base tabular-nums">
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
