// What can be done with a trending video that is there: download it here, or see it where it is from.
import { Download, ExternalLink } from 'lucide-react';
import type { TrendingItem } from '../../../shared/site-api.ts';
import { usePage } from '../../page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { OUTWARD } from './outward.ts';
import { downloaderFor, isOwnFile } from './places-of-video.ts';
import { tellView } from './tell-view.ts';

/** The two links. What is featured has the louder button: a page full of loud ones would name none. */
export function VideoActions({ video }: { readonly video: TrendingItem }) {
  const { t } = useWords();
  const { home } = usePage();
  const { id, title, videoUrl, featured } = video;
  const target = isOwnFile(videoUrl, location.origin)
    ? { href: videoUrl, download: '', onClick: () => void tellView(id, 'download') }
    : { href: downloaderFor(videoUrl, home) };
  return (
    <div className="video-actions">
      <ButtonLink
        {...target}
        variant={featured ? 'primary' : 'secondary'}
        icon={Download}
        aria-label={t('trending.downloadVideo', { title })}
      >
        {t('trending.download')}
      </ButtonLink>
      <ButtonLink
        {...OUTWARD}
        href={videoUrl}
        variant="quiet"
        icon={ExternalLink}
        aria-label={t('trending.originalVideo', { title })}
      >
        {t('trending.original')}
      </ButtonLink>
    </div>
  );
}
