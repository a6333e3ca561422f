// The transparency report: notices and their outcomes per month.
import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import type { TransparencyAnswer } from '../../../shared/api/takedown.ts';
import { useFetched } from '../../page/use-fetched.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeMonth } from '../../words/day.ts';
import { useWords } from '../../words/words.tsx';

/** The table, or the reason why it is missing; requires the messages of `takedown`. */
export function Transparency() {
  const { t } = useWords();
  const { data, phase, load } = useFetched<TransparencyAnswer>('/api/transparency');
  const heading = useRef<HTMLHeadingElement>(null);
  const isWaiting = data === null && phase === 'loading';
  const loadAgain = () => {
    load();
    // The focused button is removed with the error.
    heading.current?.focus();
  };
  return (
    <section
      className="transparency"
      aria-labelledby="transparency-heading"
      aria-busy={isWaiting}
      data-phase={data ? 'here' : phase}
    >
      <h2 ref={heading} id="transparency-heading" className="sr-only" tabIndex={-1}>
        {t('takedown.monthsHeading')}
      </h2>
      <p role="status" className="sr-only">
        {isWaiting && t('takedown.monthsLoading')}
        {data &&
          data.months.length > 0 &&
          t('takedown.monthsLoaded', { count: data.months.length })}
      </p>
      {data?.months.length === 0 ? (
        <Empty />
      ) : data === null && phase === 'failed' ? (
        <Failed onAgain={loadAgain} />
      ) : (
        <MonthTable months={data?.months ?? null} />
      )}
    </section>
  );
}

function Empty() {
  const { t, code } = useWords();
  return (
    <Card className="list-note">
      <h3>{t('takedown.monthsEmptyHeading')}</h3>
      <p>{t('takedown.monthsEmptyText')}</p>
      <ButtonLink href={`${languageOf(code).prefix}/dmca#notice`}>
        {t('takedown.toNotice')}
      </ButtonLink>
    </Card>
  );
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Card tone="bad" className="list-note" role="alert">
      <h3>{t('takedown.monthsFailedHeading')}</h3>
      <p>{t('takedown.monthsFailedText')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={onAgain}>
        {t('takedown.tryAgain')}
      </Button>
    </Card>
  );
}

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

/** The figures by month. `months` is null until loaded; the rows have their final size before. */
function MonthTable({ months }: { readonly months: readonly Month[] | null }) {
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
