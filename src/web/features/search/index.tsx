// The search: its box, where to search, and what was found.
import './search.css';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LimitsAnswer } from '../../../shared/api/answers.ts';
import { usePage } from '../../page/page-context.tsx';
import { Part } from '../../page/part.tsx';
import { useFetched } from '../../page/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import { Outcome } from './outcome.tsx';
import { SearchForm } from './search-form.tsx';
import { type SearchState, useSearch } from './use-search.ts';

/** The whole tool; requires the messages of `search`. */
export function Search() {
  const { t } = useWords();
  const page = usePage();
  const search = useSearch();
  const { data: limits } = useFetched<LimitsAnswer>('/api/limits', { staysFresh: true });
  const hasYoutube = limits?.youtubeSearch ?? false;
  const { wanted, findings, isAsking } = search;
  const isEmpty = wanted.text.trim() === '';
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is opened, not when the box is emptied
  useEffect(() => {
    // The heading has the focus after a navigation; on the first page a visitor may be in the header by now.
    const isFree = document.activeElement?.matches('body, h1') ?? true;
    if (isEmpty && location.search === '' && isFree) input.current?.focus({ preventScroll: true });
  }, [page]);
  return (
    <section className="search" aria-labelledby="search-heading" aria-busy={isAsking}>
      <SearchForm search={search} input={input} hasYoutube={hasYoutube} />
      <h2 id="search-heading" className="sr-only">
        {t('search.heading')}
      </h2>
      <p role="status" className="search-status">
        {findings.kind === 'loading' && t('search.searching')}
        {findings.kind === 'found' && t('search.count', { count: findings.items.length })}
      </p>
      <Outcome search={search} />
      {hasYoutube && !isEmpty && <YoutubeOffer search={search} />}
      <Part name="start" className="search-start" hidden={!isEmpty} />
    </section>
  );
}

/** The offer below other results, or in place of those of YouTube; nothing once YouTube was asked. */
function YoutubeOffer({ search }: { readonly search: SearchState }) {
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
        icon={SearchIcon}
        variant={isChosen ? 'primary' : 'secondary'}
        onClick={() => search.search({ text: wanted.text, source: 'youtube' })}
      >
        {t('search.youtubeAsk')}
      </Button>
    </Card>
  );
}
