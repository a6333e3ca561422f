// The message for a trending video that is no longer available, with what to do instead.
import { ExternalLink } from 'lucide-react';
import type { TrendingItem } from '../../../shared/api/site.ts';
import { searchLike } from '../../download-client/link-targets.ts';
import { usePage } from '../../page/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { EXTERNAL_LINK } from './external-link.ts';

type GoneVideoProps = {
  readonly video: TrendingItem;
  /** All of the list, among which similar ones are looked for. */
  readonly all: readonly TrendingItem[];
  /** Whether this visitor's attempt to play it has just failed. */
  readonly isNews: boolean;
};

/** The message and its links; the first one leads to similar videos, if there are any. */
export function GoneVideo({ video, all, isNews }: GoneVideoProps) {
  const { t } = useWords();
  const page = usePage();
  const { title, videoUrl } = video;
  const similar = searchLike(video, all, languageOf(page.language).prefix);
  return (
    <>
      <div className="video-gone" role={isNews ? 'alert' : undefined}>
        <p>{t('trending.gone')}</p>
        <p>{t('trending.goneText')}</p>
      </div>
      <div className="video-actions">
        {similar && (
          <ButtonLink href={similar} aria-label={t('trending.downloadSimilarTo', { title })}>
            {t('trending.downloadSimilar')}
          </ButtonLink>
        )}
        <ButtonLink
          {...EXTERNAL_LINK}
          href={videoUrl}
          variant="quiet"
          icon={ExternalLink}
          aria-label={t('trending.tryDirectLinkOf', { title })}
        >
          {t('trending.tryDirectLink')}
        </ButtonLink>
      </div>
    </>
  );
}
