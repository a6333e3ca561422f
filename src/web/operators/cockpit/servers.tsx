// The servers that share this site's database.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { formatBytes, formatSpan } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { Block } from './block.tsx';

type Row = CockpitAnswer['servers'][number];

/** After this long without a word a server counts as gone, in milliseconds. */
const GONE_MS = 60_000;

/** Its role unless it has every part, and its yt-dlp. */
function partsOf({ role, engine }: NonNullable<Row['facts']>): string {
  return [role === 'all' ? null : role, engine === null ? null : `yt-dlp ${engine}`]
    .filter((part) => part !== null)
    .join(', ');
}

/** The table; nothing for a site with one server. */
export function Servers({ at, servers }: Pick<CockpitAnswer, 'at' | 'servers'>) {
  const { t, language } = useWords();
  if (servers.length < 2) return null;
  const number = new Intl.NumberFormat(language);
  const lost = servers.reduce((sum, { facts }) => sum + (facts?.foundLost ?? 0), 0);
  const ago = (ms: number) => formatSpan(Math.max(0, Math.round((at - ms) / 1000)), language);
  const fact = (
    key: string,
    head: string,
    cell: (facts: NonNullable<Row['facts']>) => string,
  ): Column<Row> => ({
    key,
    head,
    align: 'end',
    cell: ({ facts }) => (facts ? cell(facts) : '–'),
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      head: t('cockpit.server'),
      isRowHead: true,
      cell: ({ id, isThis, facts }) => (
        <>
          <bdi>{facts?.name ?? '–'}</bdi> <code>{id}</code>
          {isThis && ` (${t('cockpit.thisServer')})`}
          {facts && <div>{partsOf(facts)}</div>}
        </>
      ),
    },
    {
      key: 'seen',
      head: t('cockpit.lastSeen'),
      cell: ({ seenAt }) =>
        at - seenAt > GONE_MS ? (
          <strong className="text-warn">{t('cockpit.gone', { time: ago(seenAt) })}</strong>
        ) : (
          t('cockpit.ago', { time: ago(seenAt) })
        ),
    },
    { key: 'runs', head: t('cockpit.runsFor'), align: 'end', cell: (row) => ago(row.startedAt) },
    fact('version', t('cockpit.versionThere'), ({ version }) => version),
    fact('jobs', t('cockpit.jobsThere'), ({ jobs }) => number.format(jobs)),
    fact('memory', t('cockpit.memoryThere'), ({ rssBytes }) => formatBytes(rssBytes, language)),
    fact('egress', t('cockpit.egress'), ({ egress }) => egress),
  ];
  return (
    <Block heading={t('cockpit.servers', { count: servers.length })}>
      <Table
        caption={t('cockpit.serversCaption')}
        className="cockpit-table"
        columns={columns}
        rows={servers}
        rowKey={({ id }) => id}
      />
      {lost > 0 && (
        <p className="text-soft">{t('cockpit.foundLost', { count: number.format(lost) })}</p>
      )}
    </Block>
  );
}
