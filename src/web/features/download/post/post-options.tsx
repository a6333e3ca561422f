// A post of several items: all of them or those that are ticked as one ZIP file, one alone, and all pictures as a video.
import { type ReactNode, useState } from 'react';
import type { InspectAnswer } from '../../../../shared/api/inspect.ts';
import type { Choice } from '../../../download-client/flow-state.ts';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';
import { tickedOf } from '../flow/read-choice.ts';
import { AsVideo } from './as-video.tsx';
import { AsZip } from './as-zip.tsx';
import { ItemPicker } from './item-picker.tsx';

/** The post, and the flow of its page. `children` are the choices for one item, shown while exactly one is ticked. */
export type PostOptionsProps = {
  readonly flow: Pick<Flow, 'start' | 'choose'>;
  readonly answer: InspectAnswer;
  readonly choice: Choice;
  readonly children: ReactNode;
};

/** The items with what can be made of them. */
export function PostOptions({ flow, answer, choice, children }: PostOptionsProps) {
  const { t } = useWords();
  const [isCollecting, setIsCollecting] = useState(false);
  const ticked = tickedOf(answer, choice);
  const tickedIds = ticked.map(({ id }) => id);
  const [only = null, ...others] = tickedIds;
  const isWhole = ticked.length === 0;
  const count = isWhole ? answer.items.length : ticked.length;
  return (
    <>
      <ItemPicker
        answer={answer}
        tickedIds={tickedIds}
        disabled={isCollecting}
        onTick={(ids) => flow.choose({ tickedIds: ids, itemId: ids[0] ?? null, offerId: null })}
      />
      {only !== null && others.length === 0 ? (
        children
      ) : (
        <AsZip
          key={tickedIds.join(' ')}
          answer={isWhole ? answer : { ...answer, items: ticked }}
          label={t(isWhole ? 'post.zipAll' : 'post.zipTicked', { count })}
          onCollecting={setIsCollecting}
        />
      )}
      {answer.slideshow && answer.slideshow.pictures > 1 && (
        <AsVideo flow={flow} slideshow={answer.slideshow} />
      )}
    </>
  );
}
