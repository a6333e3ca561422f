// Recent failures by platform and code: how often, and when last.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { Block } from './block.tsx';

type Failed = CockpitAnswer['errors'][number];
type Row = Failed & { readonly count: number };

/** The table, latest first, and what was wrong with files. */
export function Errors({ errors, findings }: Pick<CockpitAnswer, 'errors' | 'findings'>) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
  const columns: readonly Column<Row>[] = [
    {
      key: 'code',
      head: t('cockpit.code'),
      isRowHead: true,
      cell: ({ code }) => <code>{code}</code>,
    },
    {
      key: 'platform',
      head: t('cockpit.platform'),
      cell: ({ platform }) => PLATFORMS[platform].label,
    },
    {
      key: 'step',
      head: t('cockpit.step'),
      cell: ({ step }) => t(step === 'inspect' ? 'cockpit.stepInspect' : 'cockpit.stepDownload'),
    },
    {
      key: 'count',
      head: t('cockpit.count'),
      align: 'end',
      cell: ({ count }) => new Intl.NumberFormat(language).format(count),
    },
    {
      key: 'at',
      head: t('cockpit.lastAt'),
      align: 'end',
      cell: ({ at }) => <bdi>{time.format(at)}</bdi>,
    },
  ];
  return (
    <Block heading={t('cockpit.errors')}>
      {errors.length === 0 ? (
        <p className="text-soft">{t('cockpit.noErrors')}</p>
      ) : (
        <Table
          caption={t('cockpit.errors')}
          className="cockpit-table"
          columns={columns}
          rows={grouped(errors)}
          rowKey={keyOf}
        />
      )}
      {findings.length > 0 && (
        <p className="text-soft">
          {t('cockpit.findings')}{' '}
          {findings.map(({ kind, count }) => (
            <span key={kind}>
              <code>{kind}</code> <bdi>{new Intl.NumberFormat(language).format(count)}</bdi>{' '}
            </span>
          ))}
        </p>
      )}
    </Block>
  );
}

function keyOf({ platform, step, code }: Failed): string {
  return `${platform} ${step} ${code}`;
}

/** Groups equal failures, ordered by their latest. */
function grouped(errors: readonly Failed[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const error of errors) {
    const known = rows.get(keyOf(error));
    rows.set(keyOf(error), { ...(known ?? error), count: (known?.count ?? 0) + 1 });
  }
  return [...rows.values()];
}
