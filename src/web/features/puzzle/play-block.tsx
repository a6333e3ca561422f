// "Play while you wait": the puzzle under a lid; nothing of it is loaded before the lid is opened.
import { type ComponentType, useState } from 'react';
import { LazySection } from '../../app/lazy-section.tsx';
import { Part } from '../../app/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';

type PlayBlockProps = {
  readonly load: () => Promise<ComponentType>;
  /** Whether it is offered now; one that was opened stays all the same. */
  readonly isOffered: boolean;
};

/** The lid, and under it the game, which goes on where it was when the lid is closed and opened again. */
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
          missing={<p>{t('download.partMissing')}</p>}
        />
      )}
    </details>
  );
}
