// The list of trending videos.
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TrendingAnswer } from '../../../shared/api/site.ts';
import { usePage } from '../../page/page-context.tsx';
import { useFetched } from '../../page/use-fetched.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';
import { VideoCard } from './video-card.tsx';

/** As many as fit on a large screen. */
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** The cards, in the size of the real ones. */
function CardSkeletons() {
  return (
    <ul className="video-list" aria-hidden="true">
      {PLACES.map((place) => (
        <li key={place} className="video-card">
          <Skeleton className="video-picture" />
          <div className="video-text">
            <Skeleton className="my-1 h-5 w-full" />
            <Skeleton className="my-1 h-5 w-2/3" />
            <Skeleton className="mt-2 h-4 w-1/2" />
          </div>
          <div className="video-actions">
            <Skeleton className="h-11 w-full rounded-md" />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The list, in any state; requires the messages of `trending`. */
export function Trending() {
  const { t } = useWords();
  const { data, phase, load } = useFetched<TrendingAnswer>('/api/trending', { staysFresh: true });
  const linked = useLinkedVideo(data);
  const heading = useRef<HTMLHeadingElement>(null);
  const isWaiting = data === null && phase === 'loading';
  const loadAgain = () => {
    load();
    // The focused button is removed with the error.
    heading.current?.focus();
  };
  return (
    <section className="trending" aria-labelledby="trending-heading" aria-busy={isWaiting}>
      <h2 ref={heading} id="trending-heading" className="sr-only" tabIndex={-1}>
        {t('trending.listHeading')}
      </h2>
      <p role="status" className="sr-only">
        {isWaiting && t('trending.loading')}
        {data && data.length > 0 && t('trending.loaded', { count: data.length })}
      </p>
      {isWaiting && <CardSkeletons />}
      {data === null && phase === 'failed' && <Failed onAgain={loadAgain} />}
      {data?.length === 0 && <Empty />}
      {data && data.length > 0 && (
        <ul className="video-list">
          {data.map((video) => (
            <VideoCard key={video.id} video={video} all={data} isLinked={video.id === linked} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The message and a retry button. */
function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Card tone="bad" className="list-note" role="alert">
      <p>{t('trending.failed')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={onAgain}>
        {t('trending.tryAgain')}
      </Button>
    </Card>
  );
}

/** Returns the id of the listed video in the fragment, or null. */
function useLinkedVideo(videos: TrendingAnswer | null): string | null {
  const [named, setNamed] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setNamed(idInAddress());
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const linked = videos?.find(({ id }) => id === named)?.id ?? null;
  useEffect(() => {
    if (linked !== null) document.getElementById(linked)?.scrollIntoView({ block: 'center' });
  }, [linked]);
  return linked;
}

function idInAddress(): string | null {
  try {
    return decodeURIComponent(location.hash.slice(1)) || null;
  } catch (error) {
    console.info('the fragment could not be decoded', error);
    return null;
  }
}

const FRAMES = [4, 46, 88] as const;
const HOLES = Array.from({ length: 15 }, (_, index) => 6 + index * 8.4);

/** The illustration; decorative. */
function EmptyReel({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 130 56" aria-hidden="true" focusable="false" className={className}>
      <rect x="0" y="0" width="130" height="56" rx="5" fill="var(--color-signal-tint)" />
      {FRAMES.map((x) => (
        <rect key={x} x={x} y="12" width="38" height="32" rx="3" fill="var(--color-card)" />
      ))}
      {HOLES.flatMap((x) =>
        [4, 48].map((y) => (
          <rect
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={4}
            height={4}
            rx={1}
            fill="var(--color-signal-ink)"
            opacity="0.55"
          />
        )),
      )}
      <path d="M61 23v10l9-5z" fill="var(--color-signal)" />
    </svg>
  );
}

/** Replaces the list while it has no videos. */
function Empty() {
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
