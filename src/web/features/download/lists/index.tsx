// The playlist that a link names: offered beside its video, and shown at once for a link to the playlist alone. Its videos have
// ticks; those that are ticked become a queue.
import { ListVideo } from 'lucide-react';
import { useId, useState } from 'react';
import { failureWords } from '../../../download-client/failure-words.ts';
import type { Format } from '../../../download-client/flow-state.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { AgainButton } from '../../../ui/again.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords } from '../../../words/words.tsx';
import { Section } from '../section.tsx';
import { ListVideos } from './list-videos.tsx';
import { useListPages } from './use-list-pages.ts';
import './lists.css';

/** The place for one list; starts anew for another one. Requires the messages of `lists`. */
export function ListPlace(props: ListPlaceProps) {
  return <Place key={props.url} {...props} />;
}

function Place({ url, isAlone, format }: ListPlaceProps) {
  const { t } = useWords();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  if (isAlone) {
    return (
      <Section stage="choosing" heading={t('lists.heading')}>
        <ListContents url={url} isAlone format={format} />
      </Section>
    );
  }
  return (
    <Card className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>{t('lists.beside')}</p>
        <Button
          icon={ListVideo}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? t('lists.hide') : t('lists.show')}
        </Button>
      </div>
      <div id={id} className={isShown ? 'mt-6' : undefined}>
        {isShown && <ListContents url={url} isAlone={false} format={format} />}
      </div>
    </Card>
  );
}

/** `isAlone`: the link names no video beside the list. `format`: what its videos are to become. */
type ListPlaceProps = {
  readonly url: string;
  readonly isAlone: boolean;
  readonly format: Format;
};

/** Reads the list when it is asked for: the list, its skeleton, or a sentence and what can be done. */
function ListContents({ url, isAlone, format }: ListPlaceProps) {
  const { t } = useWords();
  const list = useListPages(url);
  const { pages, reading, read } = list;
  const isFirst = pages.length === 0;
  return (
    <>
      <p
        role="status"
        className={isFirst && reading.kind === 'loading' ? 'mb-3 text-soft' : 'sr-only'}
      >
        {reading.kind === 'loading' && t('lists.loading')}
        {reading.kind === 'here' && t('lists.count', { count: list.videos.length })}
      </p>
      {isFirst && reading.kind === 'loading' && <Skeleton className="h-96 w-full rounded-md" />}
      {!isFirst && <ListVideos list={list} isAlone={isAlone} format={format} />}
      {reading.kind === 'none' && <p role="alert">{t('lists.not_a_list')}</p>}
      {reading.kind === 'failed' && (
        <>
          <p role="alert" className="mt-4 text-bad">
            {reading.failure.code === 'private' || reading.failure.code === 'login_required'
              ? t('lists.private')
              : failureWords(reading.failure, 'YouTube', t)}
          </p>
          <AgainButton
            className="mt-4"
            waitSeconds={nextStepOf(reading.failure).waitSeconds}
            onAgain={read}
          />
        </>
      )}
    </>
  );
}
