// The list of trending videos.
import { useRef } from 'react';
import type { TrendingAnswer } from '../../../shared/api/site.ts';
import { useFetched } from '../../page/use-fetched.ts';
import { useWords } from '../../words/words.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { Empty } from './empty.tsx';
import { Failed } from './failed.tsx';
import { useLinkedVideo } from './use-linked-video.ts';
import { VideoCard } from './video-card.tsx';

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
