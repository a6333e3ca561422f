// The line below the title of a trending video: platform, views, day.

import type { TrendingItem } from '../../../shared/api/site.ts';
import { UNKNOWN_PLATFORM } from '../../../shared/trending.ts';
import { usePage } from '../../page/page-context.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import { useWords } from '../../words/words.tsx';

/** The line. Views are shown if there are any. */
export function VideoFacts({ video }: { readonly video: TrendingItem }) {
  const { t, language } = useWords();
  const page = usePage();
  const { platform, viewCount, createdAt } = video;
  const views = new Intl.NumberFormat(language, { notation: 'compact' }).format(viewCount);
  return (
    <p className="video-facts">
      <span>{platform === UNKNOWN_PLATFORM ? t('trending.unknownPlatform') : platform}</span>
      {viewCount > 0 && <span>{t('trending.views', { count: viewCount, views })}</span>}
      <time dateTime={createdAt}>
        {writeDay(createdAt.slice(0, 10), languageOf(page.language))}
      </time>
    </p>
  );
}
