// The table of monthly figures, with rows of the final size before the data is loaded.
import type { TransparencyAnswer } from '../../../shared/api/takedown.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeMonth } from '../../words/day.ts';
import { useWords } from '../../words/words.tsx';

type Month = TransparencyAnswer['months'][number];
type Row = { readonly key: string; readonly month: Month | null };

const COLUMNS = [
  ['received', 'takedown.columnReceived'],
  ['accepted', 'takedown.columnAccepted'],
  ['refused', 'takedown.columnRefused'],
  ['counterNotices', 'takedown.columnCounterNotices'],
  ['restored', 'takedown.columnRestored'],
  ['blockedVideos', 'takedown.columnBlockedVideos'],
  ['blockedUploaders', 'takedown.columnBlockedUploaders'],
] as const satisfies readonly (readonly [keyof Month, string])[];

const WAITING: readonly Row[] = ['first', 'second', 'third'].map((key) => ({ key, month: null }));

/** `months` is null until loaded. */
export function MonthTable({ months }: { readonly months: readonly Month[] | null }) {
  const { t, language, code } = useWords();
  const number = new Intl.NumberFormat(language);
  const rows = months?.map((month) => ({ key: month.month, month })) ?? WAITING;
  const columns: readonly Column<Row>[] = [
    {
      key: 'month',
      head: t('takedown.columnMonth'),
      isRowHead: true,
      cell: ({ month }) =>
        month ? writeMonth(month.month, languageOf(code)) : <Skeleton className="h-6 w-28" />,
    },
    ...COLUMNS.map(
      ([key, head]): Column<Row> => ({
        key,
        head: t(head),
        align: 'end',
        cell: ({ month }) =>
          month ? <bdi>{number.format(month[key])}</bdi> : <Skeleton className="ms-auto h-6 w-8" />,
      }),
    ),
  ];
  return (
    <Table
      caption={t('takedown.monthsCaption')}
      className="transparency-table"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
