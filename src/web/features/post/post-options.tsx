// "The whole post": all items as one ZIP file, and all pictures as a video.
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { useWords } from '../../words/words.tsx';
import type { Flow } from '../download/flow/flow.ts';
import { AsVideo } from './as-video.tsx';
import { AsZip } from './as-zip.tsx';

/** The post, and the flow of its page. */
export type PostOptionsProps = {
  readonly flow: Pick<Flow, 'start'>;
  readonly answer: InspectAnswer;
};

/** The ways that the post offers, side by side where there is room. */
export function PostOptions({ flow, answer }: PostOptionsProps) {
  const { t } = useWords();
  return (
    <section aria-label={t('post.heading')} className="min-w-0">
      <h3 className="mb-2 font-semibold">{t('post.heading')}</h3>
      <div className="grid grid-cols-1 items-start gap-4 md:auto-cols-fr md:grid-flow-col">
        {answer.items.length > 1 && <AsZip answer={answer} />}
        {answer.slideshow && <AsVideo flow={flow} slideshow={answer.slideshow} />}
      </div>
    </section>
  );
}
