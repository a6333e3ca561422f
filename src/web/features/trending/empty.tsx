// Replaces the list while it has no videos.
import { usePage } from '../../page/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import { EmptyReel } from './empty-reel.tsx';

/** The message, with links. */
export function Empty() {
  const { t } = useWords();
  const { home } = usePage();
  return (
    <Card className="list-note">
      <EmptyReel className="w-40" />
      <h3>{t('trending.emptyHeading')}</h3>
      <p>{t('trending.emptyText')}</p>
      <ButtonLink variant="primary" href={home}>
        {t('trending.emptyAction')}
      </ButtonLink>
    </Card>
  );
}
