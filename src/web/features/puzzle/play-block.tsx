// "Play while you wait": the collapsed puzzle, which is loaded when it is opened.
import { type ComponentType, useState } from 'react';
import { LazySection } from '../../page/lazy-section.tsx';
import { Part } from '../../page/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';

type PlayBlockProps = {
  readonly load: () => Promise<ComponentType>;
  /** Whether it is offered; once opened it stays. */
  readonly isOffered: boolean;
};

/** The disclosure with the game, which keeps its state when it is closed and reopened. */
export function PlayBlock({ load, isOffered }: PlayBlockProps) {
  const { t } = useWords();
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className="fold play"
      hidden={!isOffered && !wasOpened}
      onToggle={(event) => event.currentTarget.open && setWasOpened(true)}
    >
      <summary>
        <Part name="play" />
      </summary>
      {wasOpened && (
        <LazySection
          group="puzzle"
          load={load}
          props={{}}
          fallback={<Skeleton className="h-96 w-full rounded-lg" />}
          missing={<p>{t('ui.partMissing')}</p>}
        />
      )}
    </details>
  );
}
