// The takedowns view: the list of notices, one notice, and the block list.
import { useState } from 'react';
import type { TakedownRow, TakedownsAnswer } from '../../../shared/api/takedown.ts';
import { TAKEDOWN_STATES } from '../../../shared/takedown.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Blocks } from './blocks.tsx';
import { Notice } from './notice.tsx';
import { NoticeState } from './notice-state.tsx';
import './takedown-queue.css';

/** The list, or the notice picked from it. Requires the messages of `takedown-queue`. */
export function TakedownQueue() {
  const { t } = useWords();
  const [picked, setPicked] = useState<string | null>(null);
  if (picked !== null) return <Notice id={picked} onBack={() => setPicked(null)} />;
  return (
    <section aria-labelledby="notices-heading">
      <h1 id="notices-heading">{t('takedown-queue.heading')}</h1>
      <NoticeList onPick={setPicked} />
      <Blocks />
    </section>
  );
}

const FILTERS = ['open', ...TAKEDOWN_STATES, 'all'] as const;
type Filter = (typeof FILTERS)[number];

const EVERY_MS = 60_000;

/** The notices with a filter; by default those that wait for an operator. */
function NoticeList({ onPick }: { readonly onPick: (id: string) => void }) {
  const { t, language } = useWords();
  const [filter, setFilter] = useState<Filter>('open');
  const path = filter === 'all' ? '/api/admin/takedowns' : `/api/admin/takedowns?state=${filter}`;
  const query = useOperatorData<TakedownsAnswer>(path, EVERY_MS);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const columns: readonly Column<TakedownRow>[] = [
    {
      key: 'received',
      head: t('takedown-queue.received'),
      cell: ({ receivedAt }) => (
        <time dateTime={receivedAt}>{day.format(new Date(receivedAt))}</time>
      ),
    },
    {
      key: 'kind',
      head: t('takedown-queue.kind'),
      isRowHead: true,
      cell: ({ kind, offence }) =>
        t(offence === 'minors' ? 'takedown-queue.kindMinors' : `takedown-queue.kind_${kind}`),
    },
    {
      key: 'name',
      head: t('takedown-queue.from'),
      cell: ({ name }) => (name === null ? t('takedown-queue.unnamed') : <bdi>{name}</bdi>),
    },
    {
      key: 'links',
      head: t('takedown-queue.links'),
      align: 'end',
      cell: ({ linkCount }) => new Intl.NumberFormat(language).format(linkCount),
    },
    {
      key: 'state',
      head: t('takedown-queue.state'),
      cell: ({ state, waitingUntil }) => (
        <span className="flex flex-col items-start gap-1">
          <NoticeState state={state} />
          {waitingUntil && (
            <span className="text-soft">
              {t('takedown-queue.waitsUntil', { day: day.format(new Date(waitingUntil)) })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'open',
      head: t('takedown-queue.actions'),
      plain: true,
      cell: ({ id, name }) => (
        <Button onClick={() => onPick(id)}>
          {t('takedown-queue.open')}{' '}
          <span className="sr-only">{name ?? t('takedown-queue.unnamed')}</span>
        </Button>
      ),
    },
  ];
  return (
    <>
      <SelectField
        className="notice-filter"
        label={t('takedown-queue.show')}
        value={filter}
        options={FILTERS.map((one) => ({ value: one, label: t(`takedown-queue.state_${one}`) }))}
        onChange={setFilter}
      />
      <ViewState query={query}>
        {({ notices, isAgentConfigured }) => (
          <>
            {!isAgentConfigured && (
              <Card tone="bad" className="mb-4">
                <p>{t('takedown-queue.noAgent')}</p>
              </Card>
            )}
            {notices.length === 0 ? (
              <p className="text-soft">
                {t(filter === 'open' ? 'takedown-queue.nothingOpen' : 'takedown-queue.nothing')}
              </p>
            ) : (
              <Table
                caption={t('takedown-queue.heading')}
                columns={columns}
                rows={notices}
                rowKey={({ id }) => id}
              />
            )}
          </>
        )}
      </ViewState>
    </>
  );
}
