// The results from this site: texts with the words that were looked for, and trending videos.
import { Download } from 'lucide-react';
import type { SearchItem } from '../../../shared/api/search.ts';
import { downloadTarget } from '../../download-client/download-target.ts';
import { usePage } from '../../page/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { VideoPicture } from '../../ui/pictures/video-picture.tsx';
import { useWords } from '../../words/words.tsx';
import { Marked } from './marked.tsx';

type DocumentItem = Exclude<SearchItem, { kind: 'trending' | 'youtube' }>;
type TrendingResult = Extract<SearchItem, { kind: 'trending' }>;

/** The list, best first. */
export function ResultList({ items }: { readonly items: readonly SearchItem[] }) {
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
