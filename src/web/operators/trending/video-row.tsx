// One trending video in the table.
import { ExternalLink, Film, Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { usePage } from '../../page/page-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import { useWords } from '../../words/words.tsx';
/** `isReachable`: the row is the tab stop of the table. */
export type VideoRowProps = RowActions & {
  readonly video: AdminTrendingItem;
  readonly isReachable: boolean;
  readonly onReached: () => void;
};

/** The shown characters of an id; the tooltip has all. */
const SHOWN_ID_LENGTH = 8;
const CELL = { role: 'cell' };

/** The row. */
export function VideoRow({ video, isReachable, onReached, onEdit, onDelete }: VideoRowProps) {
  const { t, language } = useWords();
  const page = usePage();
  const { id, title, platformId, platform, featured, viewCount, createdAt, available } = video;
  return (
    <tr
      {...{ role: 'row' }}
      data-video={id}
      tabIndex={isReachable ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && onReached()}
    >
      <td {...CELL} data-label={t('operators-trending.id')} className="video-id">
        <code title={id}>{id.slice(0, SHOWN_ID_LENGTH)}</code>
      </td>
      <th {...{ role: 'rowheader' }} scope="row" className="video-name">
        <Picture address={video.thumbnailUrl} />
        <span className="min-w-0">
          <span className="video-name-text">
            <bdi>{title}</bdi>
          </span>
          {!available && <Badge tone="warn">{t('operators-trending.unavailable')}</Badge>}
        </span>
      </th>
      <td {...CELL} data-label={t('operators-trending.platform')}>
        {platformId === null ? t('operators-trending.unknownPlatform') : platform}
      </td>
      <td {...CELL} data-label={t('operators-trending.featured')}>
        {featured ? (
          <Badge tone="accent" icon={Star}>
            {t('operators-trending.yes')}
          </Badge>
        ) : (
          <span className="text-soft">{t('operators-trending.no')}</span>
        )}
      </td>
      <td {...CELL} data-label={t('operators-trending.views')} data-align="end">
        {new Intl.NumberFormat(language).format(viewCount)}
      </td>
      <td {...CELL} data-label={t('operators-trending.createdAt')}>
        <time dateTime={createdAt}>
          {writeDay(createdAt.slice(0, 10), languageOf(page.language))}
        </time>
      </td>
      <td {...CELL} className="video-actions-cell">
        <span className="video-row-actions">
          <ViewLink video={video} />
          <IconButton
            label={t('operators-trending.editOf', { title })}
            icon={Pencil}
            onClick={() => onEdit(video)}
          />
          <IconButton
            label={t('operators-trending.deleteOf', { title })}
            icon={Trash2}
            onClick={() => onDelete(video)}
          />
        </span>
      </td>
    </tr>
  );
}

function ViewLink({ video: { title, videoUrl } }: { readonly video: AdminTrendingItem }) {
  const { t } = useWords();
  // The server accepts no other URLs; checked again before rendering a link.
  if (!/^(https?:\/\/|\/(?!\/))/i.test(videoUrl)) return null;
  const label = t('operators-trending.viewOf', { title });
  return (
    <a
      href={videoUrl}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={label}
      title={label}
      className="icon-btn"
    >
      <Icon of={ExternalLink} />
    </a>
  );
}

function Picture({ address }: { readonly address: string | undefined }) {
  const [isMissing, setIsMissing] = useState(false);
  return (
    <span className="video-thumb">
      {address && !isMissing ? (
        <img
          src={address}
          alt=""
          width={80}
          height={45}
          loading="lazy"
          decoding="async"
          onError={() => setIsMissing(true)}
        />
      ) : (
        <Icon of={Film} size="small" />
      )}
    </span>
  );
}

/** The actions of a row. */
export type RowActions = {
  readonly onEdit: (video: AdminTrendingItem) => void;
  readonly onDelete: (video: AdminTrendingItem) => void;
};
