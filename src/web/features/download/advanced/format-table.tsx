// The table of all formats: filtered, sorted by its heads, one row picked.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { nameOfLanguage } from '../../../words/language-name.ts';
import { useWords, type Words } from '../../../words/words.tsx';
import { codecName } from '../codec-names.ts';
import { caveatsOf } from '../describe-offer.ts';
import { PlaysOn } from '../plays-on.tsx';
import {
  codecOf,
  type Filter,
  filterRows,
  type Order,
  type Row,
  type SortKey,
  sortRows,
  valuesOf,
} from './rows.ts';
import './advanced.css';

type FormatTableProps = {
  readonly rows: readonly Row[];
  readonly platformName: string;
  readonly picked: string;
  readonly onPick: (row: Row) => void;
};

/** The table with its filters. */
export function FormatTable({ rows, platformName, picked, onPick }: FormatTableProps) {
  const { t } = useWords();
  const [filter, setFilter] = useState<Filter>(() => ({
    kind: rows.find(({ key }) => key === picked)?.kind ?? 'video',
    codec: null,
    playsOn: null,
    language: null,
  }));
  const [order, setOrder] = useState<Order | null>(null);
  const shown = filterRows(rows, filter);
  const sorted = order ? sortRows(shown, order) : shown;
  return (
    <section aria-label={t('advanced.tableCaption')}>
      <Filters
        rows={rows}
        filter={filter}
        onChange={(changed) => {
          setFilter(changed);
          const [first] = filterRows(rows, changed);
          if (changed.kind !== filter.kind && first) onPick(first);
        }}
      />
      <p className="mt-3 mb-1 text-soft text-sm" role="status">
        {t('advanced.rowCount', { count: sorted.length })}
      </p>
      {sorted.length > 0 && (
        <Rows
          rows={sorted}
          platformName={platformName}
          kind={filter.kind}
          picked={picked}
          onPick={onPick}
          order={order}
          onOrder={setOrder}
        />
      )}
    </section>
  );
}

type FiltersProps = {
  readonly rows: readonly Row[];
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
};

function Filters({ rows, filter, onChange }: FiltersProps) {
  const words = useWords();
  const { t } = words;
  const own = rows.filter(({ kind }) => kind === filter.kind);
  const codecs = valuesOf(own, codecOf);
  const languages = valuesOf(own, ({ language }) => language);
  const any = { value: '', label: t('advanced.any') };
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SegmentedControl
        label={t('advanced.kind')}
        value={filter.kind}
        onChange={(kind) => onChange({ kind, codec: null, playsOn: null, language: null })}
        options={[
          { value: 'video', label: t('advanced.video'), disabled: !hasKind(rows, 'video') },
          { value: 'audio', label: t('advanced.audio'), disabled: !hasKind(rows, 'audio') },
        ]}
      />
      <SelectField
        label={t('advanced.codec')}
        value={filter.codec ?? ''}
        onChange={(codec) => onChange({ ...filter, codec: codec || null })}
        options={[any, ...codecs.map((value) => ({ value, label: codecName(value) ?? value }))]}
      />
      <SelectField
        label={t('advanced.plays')}
        value={filter.playsOn ?? ''}
        onChange={(playsOn) =>
          onChange({ ...filter, playsOn: (playsOn || null) as Filter['playsOn'] })
        }
        options={[
          any,
          { value: 'everything', label: t('download.everything') },
          { value: 'recentPhones', label: t('download.recentPhones') },
          { value: 'recentTvs', label: t('download.recentTvs') },
          { value: 'computers', label: t('download.computers') },
        ]}
      />
      {languages.length > 1 && (
        <SelectField
          label={t('advanced.language')}
          value={filter.language ?? ''}
          onChange={(language) => onChange({ ...filter, language: language || null })}
          options={[
            any,
            ...languages.map((value) => ({ value, label: nameOfLanguage(value, words) })),
          ]}
        />
      )}
    </div>
  );
}

const hasKind = (rows: readonly Row[], kind: Row['kind']) => rows.some((row) => row.kind === kind);

type RowsProps = {
  readonly rows: readonly Row[];
  readonly platformName: string;
  readonly kind: Row['kind'];
  readonly picked: string;
  readonly onPick: (row: Row) => void;
  readonly order: Order | null;
  readonly onOrder: (order: Order) => void;
};

function Rows({ rows, platformName, kind, picked, onPick, order, onOrder }: RowsProps) {
  const words = useWords();
  const { t } = words;
  const name = useId();
  // The same word in every row would only be noise.
  const hasVoices = new Set(rows.map((row) => voiceOf(row, words))).size > 1;
  const head = (by: SortKey, label: string, align?: 'end') => (
    <SortHead by={by} label={label} align={align} order={order} onOrder={onOrder} />
  );
  return (
    <table {...{ role: 'table' }} className="table advanced-table">
      <caption className="sr-only">{t('advanced.tableCaption')}</caption>
      <thead {...{ role: 'rowgroup' }}>
        <tr {...{ role: 'row' }}>
          {head('quality', kind === 'video' ? t('advanced.resolution') : t('advanced.bitRate'))}
          {kind === 'video' && head('fps', t('advanced.frameRate'))}
          {head('codec', t('advanced.codec'))}
          {head('container', t('advanced.container'))}
          <th scope="col" {...{ role: 'columnheader' }} data-column="plays">
            {t('advanced.plays')}
          </th>
          {head('size', t('advanced.size'), 'end')}
        </tr>
      </thead>
      <tbody {...{ role: 'rowgroup' }}>
        {rows.map((row) => (
          <tr key={row.key} {...{ role: 'row' }} data-picked={row.key === picked || undefined}>
            <th scope="row" {...{ role: 'rowheader' }}>
              <label className="flex cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={name}
                  className="size-5 flex-none"
                  checked={row.key === picked}
                  onChange={() => onPick(row)}
                />
                <span>
                  {[qualityOf(row, words), ...caveatsOf(row, platformName, words)].join(' · ')}
                  {row.language && hasVoices && (
                    <span className="block font-normal text-soft text-xs">
                      {voiceOf(row, words)}
                    </span>
                  )}
                </span>
              </label>
            </th>
            {kind === 'video' && (
              <Cell column="fps" label={t('advanced.frameRate')}>
                {row.fps && Math.round(row.fps)}
              </Cell>
            )}
            <Cell column="codec" label={t('advanced.codec')}>
              {codecsOf(row, words)}
            </Cell>
            <Cell column="container" label={t('advanced.container')}>
              {row.container?.toUpperCase()}
            </Cell>
            <Cell column="plays" label={t('advanced.plays')}>
              <PlaysOn places={row.playsOn} />
            </Cell>
            <Cell column="size" label={t('advanced.size')} align="end">
              {sizeOf(row, words)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell(props: { column: string; label: string; align?: 'end'; children: ReactNode }) {
  return (
    <td
      {...{ role: 'cell' }}
      data-column={props.column}
      data-label={props.label}
      data-align={props.align}
    >
      {props.children || '–'}
    </td>
  );
}

type SortHeadProps = {
  readonly by: SortKey;
  readonly label: string;
  readonly align: 'end' | undefined;
  readonly order: Order | null;
  readonly onOrder: (order: Order) => void;
};

/** A head that sorts: the largest first, then the smallest. */
function SortHead({ by, label, align, order, onOrder }: SortHeadProps) {
  const own = order?.by === by ? order : null;
  return (
    <th
      scope="col"
      {...{ role: 'columnheader' }}
      data-column={by}
      data-align={align}
      aria-sort={own ? (own.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="sort-head"
        onClick={() => onOrder({ by, isDescending: own ? !own.isDescending : true })}
      >
        {label}
        <span className="sort-mark" data-shown={own ? '' : undefined}>
          <Icon of={own && !own.isDescending ? ArrowUp : ArrowDown} size="small" />
        </span>
      </button>
    </th>
  );
}

function qualityOf(row: Row, { t }: Words): string {
  if (row.kind === 'audio')
    return row.kilobitsPerSecond === null
      ? t('advanced.audio')
      : t('advanced.kbps', { rate: row.kilobitsPerSecond });
  if (row.shortSide === null) return t('advanced.video');
  const fps = row.fps !== null && Math.round(row.fps) > 30 ? Math.round(row.fps) : '';
  return `${row.shortSide}p${fps}${row.isHdr ? ' HDR' : ''}`;
}

function codecsOf(row: Row, { t }: Words): string {
  const sound = codecName(row.audioCodec);
  if (row.kind === 'audio') return sound ?? t('download.unknownCodec');
  const picture = codecName(row.videoCodec) ?? t('download.unknownCodec');
  if (row.hasSound === 'no') return t('download.pictureAlone', { codec: picture });
  return sound ? `${picture} + ${sound}` : picture;
}

function voiceOf(row: Row, words: Words): string {
  const language = nameOfLanguage(row.language ?? '', words);
  if (row.role === 'dub') return words.t('advanced.dub', { language });
  if (row.role === 'description') return words.t('advanced.description', { language });
  if (row.role === 'original') return words.t('advanced.original', { language });
  return language;
}

function sizeOf({ bytes, bytesExact }: Row, { t, language }: Words): string {
  if (bytes === null) return t('download.sizeUnknown');
  const size = formatBytes(bytes, language);
  return bytesExact ? size : t('download.approximately', { size });
}
