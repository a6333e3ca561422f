// What is below the box: results, their skeletons, or a note with the next step.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';
import { downloaderFor } from '../../download-client/link-targets.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import type { PastedLink } from './ask.ts';
import { Failed } from './failed.tsx';
import { ResultList } from './result-list.tsx';
import type { SearchState } from './use-search.ts';
import type { Wanted } from './wanted.ts';
import { YoutubeList } from './youtube-list.tsx';

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Rows in the size of common results. */
function ResultSkeletons() {
  return (
    <ul className="search-results" aria-hidden="true">
      {PLACES.map((place) => (
        <li key={place} className="search-result">
          <Skeleton className="my-1 h-5 w-2/3" />
          <Skeleton className="my-1 h-4 w-full" />
          <Skeleton className="my-1 h-4 w-1/2" />
        </li>
      ))}
    </ul>
  );
}

type OutcomeProps = { readonly search: SearchState };

/** The outcome; nothing while nothing is looked for. */
export function Outcome({ search }: OutcomeProps) {
  const { findings } = search;
  switch (findings.kind) {
    case 'idle':
      return null;
    case 'loading':
      return <ResultSkeletons />;
    case 'link':
      return <LinkNote link={findings.link} />;
    case 'failed':
      return <Failed search={search} failure={findings.failure} />;
    case 'found': {
      const { items, of } = findings;
      if (items.length === 0) return <NoneNote of={of} search={search} />;
      const videos = items.filter((item) => item.kind === 'youtube');
      if (videos.length > 0) return <YoutubeList videos={videos} />;
      return <ResultList items={items} />;
    }
  }
}

function NoneNote({ of, search }: OutcomeProps & { readonly of: Wanted }) {
  const { t, code } = useWords();
  const { home } = usePage();
  // Isolated, whatever direction it is written in.
  const query = `\u2068${of.text.trim()}\u2069`;
  return (
    <Card className="list-note">
      <h3 className="[overflow-wrap:anywhere]">{t('search.noneHeading', { query })}</h3>
      <p>{t('search.noneText')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {of.source !== 'all' && (
          <Button onClick={() => search.choose('all')}>{t('search.everywhere')}</Button>
        )}
        <ButtonLink href={home}>{t('search.noneHome')}</ButtonLink>
        <ButtonLink variant="quiet" href={inLanguage(languageOf(code).prefix, pathOf('guide'))}>
          {t('search.noneGuide')}
        </ButtonLink>
      </div>
    </Card>
  );
}

function LinkNote({ link }: { readonly link: PastedLink }) {
  const { t } = useWords();
  const { home } = usePage();
  return (
    <Card className="list-note" role="status">
      <h3>{t('search.linkHeading', { platform: PLATFORMS[link.platform].label })}</h3>
      <p>{t('search.linkText')}</p>
      <ButtonLink variant="primary" href={downloaderFor(link.address, home)}>
        {t('search.linkOpen')}
      </ButtonLink>
    </Card>
  );
}
