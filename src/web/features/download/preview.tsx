// The post: thumbnail, title, author and duration; or their skeleton while they load.
import type { InspectAnswer, InspectItem } from '../../../shared/api/inspect.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatLength } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';

const FRAME = 'relative aspect-video w-full overflow-hidden rounded-md bg-sunk sm:w-80 md:w-96';
const ROW = 'flex gap-x-6 gap-y-4 max-sm:flex-col';

type PreviewProps = { readonly answer: InspectAnswer; readonly item: InspectItem | null };

/** The preview of a post. */
export function Preview({ answer, item }: PreviewProps) {
  const { t } = useWords();
  const { media } = answer;
  const length = item?.durationSeconds ?? null;
  return (
    <div className={ROW}>
      <div className={FRAME}>
        {item?.thumbnailUrl && (
          <img
            src={item.thumbnailUrl}
            alt=""
            width={640}
            height={360}
            className="size-full object-contain"
          />
        )}
        {length !== null && (
          <span className="absolute end-2 bottom-2 rounded-sm bg-ink px-2 text-paper text-xs tabular-nums leading-6">
            <span className="sr-only">{t('download.length', { length: '' })}</span>
            <span dir="ltr">{formatLength(length)}</span>
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-3 text-lg [overflow-wrap:anywhere]" dir="auto">
          {media.title}
        </h3>
        {media.author && (
          <p className="mt-1 truncate text-soft" dir="auto">
            {t('download.by', { author: media.author })}
          </p>
        )}
      </div>
    </div>
  );
}

/** The skeleton, in the same size, so that the layout does not shift. */
export function PreviewSkeleton({ platformName }: { readonly platformName: string | null }) {
  const { t } = useWords();
  return (
    <div className={ROW}>
      <Skeleton className={FRAME} />
      <div className="min-w-0 flex-1">
        <p className="sr-only">{t('download.previewLoading')}</p>
        <Skeleton className="h-7 w-11/12" />
        <Skeleton className="mt-2 h-7 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/3" />
        <p className="mt-2 text-sm text-soft">
          {platformName && t('download.asking', { platform: platformName })}
        </p>
      </div>
    </div>
  );
}
