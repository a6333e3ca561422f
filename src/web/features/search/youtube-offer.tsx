// Offers to search YouTube, which is never asked while a visitor types.
import { Search } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import type { SearchState } from './use-search.ts';

/** The offer below other results, or in place of those of YouTube; nothing once YouTube was asked. */
export function YoutubeOffer({ search }: { readonly search: SearchState }) {
  const { t } = useWords();
  const { wanted, findings } = search;
  const isChosen = wanted.source === 'youtube';
  const isOffered = isChosen ? findings.kind === 'idle' : findings.kind === 'found';
  if (!isOffered) return null;
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-72">
        {!isChosen && <p className="font-semibold">{t('search.youtubeMore')}</p>}
        <p className="text-soft text-sm">{t('search.youtubeHint')}</p>
      </div>
      <Button
        icon={Search}
        variant={isChosen ? 'primary' : 'secondary'}
        onClick={() => search.search({ text: wanted.text, source: 'youtube' })}
      >
        {t('search.youtubeAsk')}
      </Button>
    </Card>
  );
}
