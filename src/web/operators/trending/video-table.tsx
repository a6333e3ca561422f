// The table of trending videos: sortable, navigable with the arrow keys, cards on narrow screens.

import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  ExternalLink,
  Film,
  Pencil,
  Star,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { usePage } from '../../page/page-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import type { WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';
import { nextSort, type Sort, type SortKey } from './arrange.ts';

/** `videos` are the shown ones, in order. */
export type VideoTableProps = RowActions & {
  readonly videos: readonly AdminTrendingItem[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
};

const COLUMNS: readonly (readonly [SortKey, WordKey])[] = [
  ['id', 'operators-trending.id'],
  ['title', 'operators-trending.title'],
  ['platform', 'operators-trending.platform'],
  ['featured', 'operators-trending.featured'],
  ['views', 'operators-trending.views'],
  ['created', 'operators-trending.createdAt'],
];

/** The table. Roles are explicit because browsers drop them from elements not laid out as a table. */
export function VideoTable({ videos, sort, onSort, onEdit, onDelete }: VideoTableProps) {
  const { t } = useWords();
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const reachable = videos.some(({ id }) => id === current) ? current : (videos[0]?.id ?? null);

  const onKey = (event: KeyboardEvent) => {
    const rows = [...(body.current?.rows ?? [])];
    const at = rows.indexOf(event.target as HTMLTableRowElement);
    const video = videos[at];
    // Keys on the buttons of a row are left to them.
    if (!video || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (step !== undefined) rows[step]?.focus();
    else if (event.key === 'Enter') onEdit(video);
    else if (event.key === 'Delete') onDelete(video);
    else return;
    event.preventDefault();
  };

  return (
    <table {...{ role: 'table' }} className="video-table" aria-labelledby="curating-heading">
      <thead {...{ role: 'rowgroup' }}>
        <tr {...{ role: 'row' }}>
          {COLUMNS.map(([key, name]) => (
            <SortHead key={key} name={t(name)} column={key} sort={sort} onSort={onSort} />
          ))}
          <th {...{ role: 'columnheader' }} scope="col">
            {t('operators-trending.actions')}
          </th>
        </tr>
      </thead>
      <tbody {...{ role: 'rowgroup' }} ref={body} onKeyDown={onKey}>
        {videos.map((video) => (
          <VideoRow
            key={video.id}
            video={video}
            isReachable={video.id === reachable}
            onReached={() => setCurrent(video.id)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  );
}

type SortHeadProps = Pick<VideoTableProps, 'sort' | 'onSort'> & {
  readonly name: string;
  readonly column: SortKey;
};

function SortHead({ name, column, sort, onSort }: SortHeadProps) {
  const isSorted = sort?.key === column;
  const direction = sort?.isDescending ? 'descending' : 'ascending';
  const mark = isSorted ? (sort.isDescending ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <th
      {...{ role: 'columnheader' }}
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      data-align={column === 'views' ? 'end' : undefined}
    >
      <button type="button" className="sort-head" onClick={() => onSort(nextSort(sort, column))}>
        {name}
        <Icon of={mark} size="small" />
      </button>
    </th>
  );
}

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
function VideoRow({ video, isReachable, onReached, onEdit, onDelete }: VideoRowProps) {
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
