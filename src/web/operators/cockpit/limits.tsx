// The rate limits, and how many requests each has refused.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';

type Row = CockpitAnswer['limits'][number];

/** The table, collapsed by default: it matters when a visitor complains. */
export function Limits({ limits }: Pick<CockpitAnswer, 'limits'>) {
  const { t, language } = useWords();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const columns: readonly Column<Row>[] = [
    {
      key: 'bucket',
      head: t('cockpit.bucket'),
      isRowHead: true,
      cell: ({ bucket }) => <code>{bucket}</code>,
    },
    {
      key: 'burst',
      head: t('cockpit.burst'),
      align: 'end',
      cell: ({ burst }) => number.format(burst),
    },
    {
      key: 'refill',
      head: t('cockpit.refill'),
      align: 'end',
      cell: ({ refillMs }) =>
        t('cockpit.refillSeconds', { seconds: number.format(refillMs / 1000) }),
    },
    {
      key: 'refused',
      head: t('cockpit.refused'),
      align: 'end',
      cell: ({ refusedLastHour }) => number.format(refusedLastHour),
    },
  ];
  const refused = limits.reduce((sum, { refusedLastHour }) => sum + refusedLastHour, 0);
  return (
    <Disclosure
      className="cockpit-block"
      summary={t('cockpit.limits', { count: refused, refused: number.format(refused) })}
    >
      <Table
        caption={t('cockpit.limitsCaption')}
        className="cockpit-table"
        columns={columns}
        rows={limits}
        rowKey={({ bucket }) => bucket}
      />
    </Disclosure>
  );
}
