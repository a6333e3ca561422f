// What is below the box: results, their skeletons, or a note with the next step.

import { Download } from 'lucide-react';
import type { SearchItem } from '../../../shared/api/search.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';
import { downloadTarget } from '../../download-client/download-target.ts';
import type { Failure } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { downloaderFor } from '../../download-client/link-targets.ts';
import { nextStepOf } from '../../download-client/next-step.ts';
import { usePage } from '../../page/page-context.tsx';
import { AgainButton } from '../../ui/again.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VideoPicture } from '../../ui/pictures/video-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import type { PastedLink } from './ask.ts';
import { Marked } from './marked.tsx';
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

type FailedProps = { readonly search: SearchState; readonly failure: Failure };

/** The cause and the next step: again, as soon as that can work, or this site's own texts instead of YouTube. */
function Failed({ search, failure }: FailedProps) {
  const { t } = useWords();
  const { step, waitSeconds } = nextStepOf(failure);
  const { wanted } = search;
  return (
    <Card tone="bad" className="list-note">
      <div role="alert">
        <h3>{t('search.failedHeading')}</h3>
        <p>{failureWords(failure, PLATFORMS.youtube.label, t)}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {step === 'again' && (
          <AgainButton waitSeconds={waitSeconds} onAgain={() => search.search(wanted)} />
        )}
        {wanted.source === 'youtube' && (
          <Button onClick={() => search.choose('all')}>{t('search.everywhere')}</Button>
        )}
      </div>
    </Card>
  );
}

type DocumentItem = Exclude<SearchItem, { kind: 'trending' | 'youtube' }>;
type TrendingResult = Extract<SearchItem, { kind: 'trending' }>;

/** The results from this site, best first: texts with the words that were looked for, and trending videos. */
function ResultList({ items }: { readonly items: readonly SearchItem[] }) {
  return (
    <ul className="search-results">
      {items.map((item) => {
        if (item.kind === 'youtube') return null;
        if (item.kind === 'trending') return <VideoRow key={item.url} video={item} />;
        return <DocumentRow key={item.url} item={item} />;
      })}
    </ul>
  );
}

const KINDS = { page: 'kindPage', guide: 'kindGuide', blog: 'blog' } as const;

function DocumentRow({ item }: { readonly item: DocumentItem }) {
  const { t } = useWords();
  const { kind, url, title, titleMarks, excerpt, excerptMarks } = item;
  return (
    <li className="search-result">
      <p className="search-kind">{t(`search.${KINDS[kind]}`)}</p>
      <h3>
        <a href={url}>
          <Marked text={title} marks={titleMarks} />
        </a>
      </h3>
      <p className="text-soft text-sm">
        <Marked text={excerpt} marks={excerptMarks} />
      </p>
    </li>
  );
}

function VideoRow({ video }: { readonly video: TrendingResult }) {
  const { t } = useWords();
  const { home } = usePage();
  const { url, title, titleMarks, platformName, downloadable } = video;
  return (
    <li className="search-result search-video">
      <VideoPicture video={video} />
      <div className="min-w-0">
        <p className="search-kind">
          {t('search.trending')}
          {platformName && ` · ${platformName}`}
        </p>
        <h3 dir="auto">
          <a href={url}>
            <Marked text={title} marks={titleMarks} />
          </a>
        </h3>
      </div>
      {downloadable && (
        <ButtonLink
          {...downloadTarget(video, home)}
          icon={Download}
          aria-label={t('search.downloadOf', { title })}
        >
          {t('search.download')}
        </ButtonLink>
      )}
    </li>
  );
}
