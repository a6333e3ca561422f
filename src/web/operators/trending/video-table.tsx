// The table of trending videos: sortable, navigable with the arrow keys, cards on narrow screens.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { Icon } from '../../ui/icon.tsx';
import type { WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';
import { nextSort, type Sort, type SortKey } from './arrange.ts';
import { type RowActions, VideoRow } from './video-row.tsx';
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
