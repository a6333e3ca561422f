// The search: its box, where to search, and what was found.
import { useEffect, useRef } from 'react';
import type { LimitsAnswer } from '../../../shared/api/answers.ts';
import { usePage } from '../../page/page-context.tsx';
import { Part } from '../../page/part.tsx';
import { useFetched } from '../../page/use-fetched.ts';
import { useWords } from '../../words/words.tsx';
import { Outcome } from './outcome.tsx';
import { SearchForm } from './search-form.tsx';
import { useSearch } from './use-search.ts';
import { YoutubeOffer } from './youtube-offer.tsx';
import './search.css';

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
