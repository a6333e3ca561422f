// The playlist that a link names: offered beside its video, and shown at once for a link to the playlist alone.
import { ListVideo } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useWords } from '../../../words/words.tsx';
import { Section } from '../section.tsx';
import { ListContents, type ListPlaceProps } from './list-contents.tsx';
import './lists.css';

/** The place for one list; starts anew for another one. Requires the messages of `lists`. */
export function ListPlace(props: ListPlaceProps) {
  return <Place key={props.url} {...props} />;
}

function Place({ url, isAlone }: ListPlaceProps) {
  const { t } = useWords();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  if (isAlone) {
    return (
      <Section stage="choosing" heading={t('lists.heading')}>
        <ListContents url={url} isAlone />
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
        {isShown && <ListContents url={url} isAlone={false} />}
      </div>
    </Card>
  );
}
